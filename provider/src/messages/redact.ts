import { withoutAddresses } from "./mailAddresses";

/** Texts are cut here, because nobody reads more of a message. */
const longestText = 100_000;
/** An e-mail address is not longer. */
const longestAddress = 400;

/** A character of a secret is not longer in a text. */
const longestEscape = 12;
/** The escapes of JSON, URLs and HTML. A platform can send a JSON text in JSON. */
const escapes =
  /\\{1,4}u(?<json>[0-9a-f]{4})|\\{1,4}(?<self>[^u\\])|%(?<url>[0-7][0-9a-f])|&#x0{0,4}(?<hex>[0-9a-f]{1,5});|&#0{0,4}(?<decimal>\d{1,6});|&(?<name>[a-z]{2,6});/gi;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", plus: "+", equals: "=", sol: "/" },
  ...{ bsol: "\\", colon: ":", semi: ";", comma: ",", period: ".", excl: "!", quest: "?" },
  ...{ num: "#", dollar: "$", percnt: "%", ast: "*", lpar: "(", rpar: ")", lowbar: "_" },
};

/** Returns a function that blanks out e-mail addresses and every spelling of the given secrets in a text. */
export function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = secrets
    .filter((secret): secret is string => secret !== undefined && secret !== "")
    .sort((a, b) => b.length - a.length);
  const spellings = known.flatMap((secret) => [
    ...[secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")],
    JSON.stringify(secret).slice(1, -1),
  ]);
  const longest = Math.max(longestAddress, longestEscape * (known[0]?.length ?? 0));
  return (text) => {
    const plain = spellings.reduce(
      (left, spelling) => left.replaceAll(spelling, "[secret]"),
      text.slice(0, longestText),
    );
    const redacted = withoutAddresses(known.reduce(withoutEscaped, plain));
    // What the cut broke is at the end.
    return text.length > longestText ? `${redacted.slice(0, -longest)}…` : redacted;
  };
}

/** Blanks out a secret whose characters are escaped, in whatever mixture. */
function withoutEscaped(text: string, secret: string): string {
  if (!/[\\%&]/.test(text)) return text;
  const { plain, starts } = unescaped(text);
  let [left, end] = ["", 0];
  for (let at = plain.indexOf(secret); at !== -1; at = plain.indexOf(secret, at + secret.length)) {
    left += `${text.slice(end, starts[at])}[secret]`;
    end = starts[at + secret.length] ?? text.length;
  }
  return left + text.slice(end);
}

/** The text without escapes, and where each of its characters starts in the given one. */
function unescaped(text: string): { plain: string; starts: number[] } {
  const starts: number[] = [];
  let [plain, end] = ["", 0];
  const add = (piece: string, at: number, isEscape: boolean) => {
    for (let unit = 0; unit < piece.length; unit++) starts.push(isEscape ? at : at + unit);
    plain += piece;
  };
  for (const { 0: whole, index, groups = {} } of text.matchAll(escapes)) {
    add(text.slice(end, index), end, false);
    const character = characterOf(groups);
    add(character ?? whole, index, character !== undefined);
    end = index + whole.length;
  }
  add(text.slice(end), end, false);
  return { plain, starts };
}

function characterOf({
  json,
  self,
  url,
  hex,
  decimal,
  name = "",
}: Partial<Record<string, string>>) {
  const digits = json ?? url ?? hex;
  const point = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return self ?? (Number.isNaN(point) ? entities[name.toLowerCase()] : String.fromCodePoint(point));
}
