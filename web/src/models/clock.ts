/** Time left as text: days and hours, minutes and seconds, or tenths near the end. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number: number): string => String(number).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days}d ${two(hours)}h`;
  if (seconds >= 3600) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (seconds >= 20) return `${minutes}:${two(seconds % 60)}`;
  return `0:${two(seconds % 60)}.${Math.floor(milliseconds / 100) % 10}`;
}
