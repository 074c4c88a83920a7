/** Synthesised sounds: wood on wood, a roll, an ending; off when the settings say so. */
import { settings } from "./settings.svelte";

export type Sound = "move" | "take" | "roll" | "no" | "end" | "call";

let context: AudioContext | null = null;

/** Play a sound and vibrate the device, as far as the settings allow. */
export function play(sound: Sound): void {
  if (settings.vibrate && sound !== "roll") navigator.vibrate?.(sound === "no" ? [20, 40, 20] : 12);
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[sound](context, context.currentTime);
  } catch {
    // No audio in this browser.
  }
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  move: (audio, at) => knock(audio, at, 520, 0.18),
  take: (audio, at) => {
    knock(audio, at, 360, 0.2);
    knock(audio, at + 0.07, 240, 0.16);
  },
  roll: (audio, at) => {
    for (const [index, delay] of [0, 0.09, 0.16, 0.27, 0.4].entries()) knock(audio, at + delay, 700 - 60 * index, 0.08);
  },
  no: (audio, at) => tone(audio, at, 180, 0.12, 0.08),
  end: (audio, at) => {
    for (const [index, pitch] of [392, 494, 587].entries()) tone(audio, at + 0.14 * index, pitch, 0.5, 0.08);
  },
  call: (audio, at) => tone(audio, at, 660, 0.25, 0.06),
};

/** A short, dull sound, as of wood. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const [oscillator, gain] = voice(audio, at, pitch, loudness, 0.09, "triangle");
  oscillator.frequency.setValueAtTime(pitch, at);
  oscillator.frequency.exponentialRampToValueAtTime(pitch / 3, at + 0.08);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const [, gain] = voice(audio, at, pitch, loudness, length, "sine");
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
}

function voice(
  audio: AudioContext,
  at: number,
  pitch: number,
  loudness: number,
  length: number,
  type: OscillatorType,
): [OscillatorNode, GainNode] {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(loudness, at);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
  return [oscillator, gain];
}
