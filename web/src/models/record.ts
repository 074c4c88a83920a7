/** Game records as text or JSON, split into tags and moves. Whether the moves are legal is for the server to say. */
export interface RecordParts {
  game: string;
  options: Record<string, string>;
  position: string | null;
  moves: string[];
}

export function readRecord(text: string): RecordParts | null {
  const { tags, moves } = text.trimStart().startsWith("{") ? fromJson(text) : fromText(text);
  const game = tags["Game"];
  if (!game) return null;
  const options = Object.fromEntries(
    (tags["Options"] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  );
  return { game, options, position: tags["Start"] ?? null, moves };
}

type Parts = { tags: Record<string, string>; moves: string[] };

function fromJson(text: string): Parts {
  try {
    const { tags = {}, moves = [] } = JSON.parse(text) as Partial<Parts>;
    return { tags, moves };
  } catch {
    return { tags: {}, moves: [] };
  }
}

function fromText(text: string): Parts {
  const tags: Record<string, string> = {};
  const moves: string[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    const tag = /^\[([A-Za-z]\w*) "((?:[^"\\]|\\.)*)"\]$/.exec(line);
    if (tag) tags[tag[1] ?? ""] = (tag[2] ?? "").replace(/\\(.)/g, "$1");
    else
      for (const word of line.replace(/\{[^{}]*\}/g, " ").split(/\s+/))
        if (word && word !== "*" && !/^\d(-\d)+$/.test(word) && !/^\d+\.$/.test(word)) moves.push(word);
  }
  return { tags, moves };
}
