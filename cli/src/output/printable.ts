import { visible } from "pulumi-platform-provider/contract";

/** Text on one line: a terminal obeys control characters, and titles can contain them. */
export const printable = (text: string): string =>
  visible(
    text.replace(/[\n\r\t]/g, (sign) => ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[sign] ?? sign),
  );
