import type { challengesFr } from "./challenges.fr";

export const challengesEn: Record<keyof typeof challengesFr, string> = {
  challenges: "Challenges",
  challenges_waiting: "{n} {n|challenge waits|challenges wait} for you",
  challenges_none: "No challenges just now. To send one, open a player's profile: they may be waiting for you.",
  challenge: "Challenge",
  challenge_name: "Challenge {name}",
  challenge_from: "{name} challenges you",
  challenge_to: "You challenge {name}",
  challenge_waiting: "Waiting for an answer…",
  challenge_accept: "Accept",
  challenge_decline: "Decline",
  challenge_withdraw: "Withdraw",
  challenge_reason: "Your answer",
  challenge_reason_none: "No thank you, for no special reason",
  challenge_accepted: "{name} accepts your challenge!",
  challenge_declined: "{name} declines your challenge.",
  challenge_lapsed: "Your challenge to {name} was not answered.",
  challenge_table: "Go to the table",
  challenge_read: "All right",
  challenge_place: "you play {place}",
  challenge_place_any: "seats drawn by lot",
  challenge_friendly: "friendly",
  challenge_send: "Send the challenge",
  challenge_help:
    "The game begins as soon as {name} accepts. Unanswered, the challenge goes away after an hour, or when you leave; if the clock counts days, after three days.",
  challenge_for_two: "A challenge is for two: choose a rule for two players, or open a table and invite instead.",
  // -- bots
  bots_online: "Programs online",
  bots_help: "Programs of our visitors, ready to play. Challenge one: it usually answers at once.",
  bots_playing: "{n} {n|game|games} going on",
};
