/** Loaded with `--require` into the processes of providers: their clock is ahead of the machine's. */
const RealDate = Date;
const aheadMs = Number(process.env.PLATFORM_TEST_AHEAD_MS);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[]) =>
    args.length === 0
      ? new target(target.now() + aheadMs)
      : (Reflect.construct(target, args) as Date),
  get: (target, key) =>
    key === "now" ? () => RealDate.now() + aheadMs : (Reflect.get(target, key) as unknown),
});
