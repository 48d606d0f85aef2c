/**
 * The first line of every text that we write. Forges show nothing of it. Text of programs cannot end the comment:
 * only letters, digits and a few signs stay as they are.
 */
const lineOf = (marker: string): string => {
  const text = marker.replace(
    /[^\w./ ]/gu,
    (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, "0")};`,
  );
  return `<!-- pulumi-platform ${text} -->`;
};

export const marked = (marker: string, text: string): string => `${lineOf(marker)}\n${text}`;

/** Whether a text is ours. Forges can change line ends. */
export const hasMarker = (marker: string, text: string): boolean =>
  text.split(/\r?\n/, 1)[0]?.trimEnd() === lineOf(marker);

/** Whether a forge would show both texts as the same. */
export const isSameText = (one: string, other: string): boolean =>
  one.replace(/\r\n/g, "\n").trim() === other.replace(/\r\n/g, "\n").trim();
