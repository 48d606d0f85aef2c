/** A text of an instance, a program, a file or the environment, and how every command shows it. */
export interface HostileText {
  text: string;
  /** By hand, so that it tests the code that makes characters visible. */
  shown: string;
  /** The parts that stay together in outputs in which a text keeps its lines, but not its tabs and its ends. */
  lines?: readonly string[];
}

const row = (text: string, shown = text, lines?: readonly string[]): HostileText => ({
  ...{ text, shown, ...(lines && { lines }) },
});

/** Much longer than a person reads. */
export const long = "L".repeat(200_000);

/** No word has more than 50 characters, so that tables cut none. Each has another number, which tells them apart. */
export const table: readonly HostileText[] = [
  // What CI runners obey: GitHub, Azure, TeamCity, GitLab, Jenkins.
  row("::add-mask::x01", String.raw`\u{3a}:add-mask::x01`),
  row(" ::error::x02", String.raw` \u{3a}:error::x02`),
  row("::set-output name=a03::b", String.raw`\u{3a}:set-output name=a03::b`),
  row("a04\n::add-mask::x", String.raw`a04\n::add-mask::x`, [
    "a04",
    String.raw`\u{3a}:add-mask::x`,
  ]),
  row("a05\r\n##[add-mask]x", String.raw`a05\r\n\u{23}#[add-mask]x`, [
    ...["a05", String.raw`\u{23}#[add-mask]x`],
  ]),
  row("##[add-mask]x06", String.raw`\u{23}#[add-mask]x06`),
  row(
    "##vso[task.setvariable variable=a07]b",
    String.raw`\u{23}#vso[task.setvariable variable=a07]b`,
  ),
  row("a08##VSO[task.complete]", String.raw`a08\u{23}#VSO[task.complete]`),
  row("##teamcity[buildStatus text='09']", String.raw`\u{23}#teamcity[buildStatus text='09']`),
  row("###[group]10", String.raw`#\u{23}#[group]10`),
  row("section_start:11:a\r\x1b[0Kb", String.raw`section_start:11:a\r\u{1b}[0Kb`, [
    ...["section_start:11:a", String.raw`\u{1b}[0Kb`],
  ]),
  row("\x1b[8mha:12", String.raw`\u{1b}[8mha:12`),
  // What terminals obey.
  row("\x1b[2J13", String.raw`\u{1b}[2J13`),
  row("\x1b[31m14", String.raw`\u{1b}[31m14`),
  row("\x1b[1A15", String.raw`\u{1b}[1A15`),
  row("\x1b]0;16\x07", String.raw`\u{1b}]0;16\u{7}`),
  row("\x1b]8;;a.example\x1b\\17", String.raw`\u{1b}]8;;a.example\u{1b}\17`),
  row("\x1b]52;c;YQ==\x0718", String.raw`\u{1b}]52;c;YQ==\u{7}18`),
  row("\x1bP19\x1b\\", String.raw`\u{1b}P19\u{1b}\ `.trimEnd()),
  row("\x9b31m20", String.raw`\u{9b}31m20`),
  row("a\x0721", String.raw`a\u{7}21`),
  row("a\b22", String.raw`a\u{8}22`),
  row("a\x0023", String.raw`a\u{0}23`),
  row("a\r24", String.raw`a\r24`, ["a", "24"]),
  row("a\n25", String.raw`a\n25`, ["a", "25"]),
  row("a\v26", String.raw`a\u{b}26`),
  row("a\f27", String.raw`a\u{c}27`),
  row("a\x8528", String.raw`a\u{85}28`),
  row("a\u202829", String.raw`a\u{2028}29`),
  row("a\u202930", String.raw`a\u{2029}30`),
  row("a\t31", String.raw`a\t31`, ["a", "31"]),
  // What nobody sees, or what changes what others see.
  row("\u202egnp.32", String.raw`\u{202e}gnp.32`),
  row("\u2066a\u206933", String.raw`\u{2066}a\u{2069}33`),
  row("a\u200b34", String.raw`a\u{200b}34`),
  row("\ufeffa35", String.raw`\u{feff}a35`, ["a35"]),
  row("a\u{e0041}\u{e007f}36", String.raw`a\u{e0041}\u{e007f}36`),
  row("a\ud80037", String.raw`a\u{d800}37`),
  row("a\u00ad38", String.raw`a\u{ad}38`),
  row("a\u316439", String.raw`a\u{3164}39`),
  row("a\u034f40", String.raw`a\u{34f}40`),
  row("a\u280041", String.raw`a\u{2800}41`),
  row("a\u180e42", String.raw`a\u{180e}42`),
  row("a\ufe0043", String.raw`a\u{fe00}43`),
  row("a\ue00044", String.raw`a\u{e000}44`),
  row("\u{1f469}\u200d\u{1f4bb}\u2764\ufe0f45"),
  // What spreadsheets, forges, shells and programs read.
  ...["__proto__", "constructor", "=1+48", "+49", "-50", "@51", "${pulumi.stack}52"].map((text) =>
    row(text),
  ),
  ...[
    "[a](http://a.example)53",
    "<img src=x onerror=54>",
    "`touch 55`",
    "'\"56",
    "</script>57",
  ].map((text) => row(text)),
];
