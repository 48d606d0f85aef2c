import { Instance, isRead } from "pulumi-platform-provider/contract";

/** An instance that refuses every call that could change something. */
export class ReadOnlyInstance extends Instance {
  /** `told` has the warnings that were already shown, including those of other instances with the same settings. */
  constructor(
    settings: Instance["settings"],
    reporter: Instance["reporter"],
    readonly told = new Set<string>(),
  ) {
    super(settings, reporter);
  }

  override send<Answer>(
    request: Parameters<typeof Instance.prototype.send<Answer>>[0],
  ): Promise<Answer> {
    if (!isRead(request.route)) {
      throw new TypeError(`"${request.route.title}" writes, and this command only reads`);
    }
    return super.send(request);
  }

  override warnOnce(name: string, line: string): void {
    if (this.told.has(name)) return;
    this.told.add(name);
    super.warnOnce(name, line);
  }

  /** An object that the list may lack must not count as missing. */
  override async list<List extends Awaited<ReturnType<Instance["list"]>>>(
    ...args: Parameters<typeof Instance.prototype.list<List>>
  ): Promise<List> {
    const listing = await super.list(...args);
    if (listing.partial !== undefined) {
      const [name] = args;
      this.warnOnce(
        `partial: ${name}`,
        `The list of ${name} may lack objects: ${listing.partial}.`,
      );
    }
    return listing;
  }
}
