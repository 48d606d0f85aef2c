/** Stands before the digits of a number that JavaScript would round. */
const mark = "long:";

/** JSON whose long numbers are marked texts, because `JSON.parse` rounds them. */
export const marked = (json: string): string =>
  json.replace(/(?<=[:[,])\d{16,}(?=[,\]}])/g, (digits) => `"${mark}${digits}"`);

export const digitsOf = (value: unknown): string => String(value).replace(mark, "");

/** The JSON with long numbers, and with its other numbers in another spelling. */
export function unmarked(json: string, numerals: "digits" | "point" | "exponent"): string {
  const spelled = json.replace(/(?<=[:[,])\d{1,15}(?=[,\]}])/g, (digits) => {
    if (numerals === "point") return `${digits}.0`;
    return numerals === "exponent" && digits.length > 1
      ? `${digits[0]}.${digits.slice(1)}e${digits.length - 1}`
      : digits;
  });
  return spelled.replace(new RegExp(`"${mark}(\\d+)"`, "g"), "$1");
}
