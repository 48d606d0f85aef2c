/** Text on one line: a terminal obeys control characters, and titles can contain them. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign] ?? `\\u${code}`;
  });
