import type { Lived } from "./making/living";
import type { Life, Setup, Step } from "./making/steps";

/** Leaves out what a life does not need to break the same invariant, as long as there is time. */
export async function shrink(
  life: Life,
  found: Lived,
  live: (life: Life) => Promise<Lived>,
  patience = 150,
): Promise<{ life: Life; lived: Lived }> {
  let best = { life: upTo(life, found), lived: found };
  let left = patience;
  const isSame = async (candidate: Life) => {
    if (left-- <= 0) return false;
    // One that fails otherwise is another life.
    const lived = await live(candidate).catch(() => undefined);
    if (lived === undefined || lived.violation?.invariant !== found.violation?.invariant)
      return false;
    best = { life: upTo(candidate, lived), lived };
    return true;
  };
  for (
    let size = Math.ceil(best.life.steps.length / 2);
    size >= 1 && left > 0;
    size = Math.floor(size / 2)
  ) {
    for (let from = 0; from < best.life.steps.length && left > 0;) {
      const steps = best.life.steps.filter((_, at) => at < from || at >= from + size);
      if (!(await isSame({ ...best.life, steps }))) from += size;
    }
  }
  for (const setup of plainer(best.life.setup)) await isSame({ ...best.life, setup });
  for (let at = 0; at < best.life.steps.length; at++) {
    for (const step of plainerSteps(best.life.steps[at])) {
      await isSame({ ...best.life, steps: best.life.steps.with(at, step) });
    }
  }
  return best;
}

const upTo = (life: Life, { violation }: Lived): Life => ({
  ...life,
  steps: life.steps.slice(0, (violation?.step ?? life.steps.length) + 1),
});

function* plainer(setup: Setup): Generator<Setup> {
  if (setup.stacks > 1) yield { ...setup, stacks: setup.stacks - 1 };
  if (setup.instances > 1) yield { ...setup, instances: 1 };
  if (setup.runners > 1) yield { ...setup, runners: 1 };
  if (!setup.checkpoints) yield { ...setup, checkpoints: true };
  if (setup.tokens > 1) yield { ...setup, tokens: 1 };
}

function* plainerSteps(step: Step | undefined): Generator<Step> {
  if (step?.kind !== "command") return;
  const { fault, cut, options, ...rest } = step;
  if (fault) yield { ...rest, options, cut };
  if (cut) yield { ...rest, options, fault };
  for (const one of options)
    yield { ...rest, fault, cut, options: options.filter((other) => other !== one) };
}
