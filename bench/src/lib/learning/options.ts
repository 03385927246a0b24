import { parseArgs } from "node:util";

/** The handwriting data has enough writers for this many crews. */
const MAX_CREWS = 21;
/** The number of examples for which ADR-060 sets goals of time and memory. */
const MAX_REVIEWED = 5000;

export interface LearningOptions {
  crews: number;
  /** The maximum number of stickers that a crew reviews until it has corrected 300. */
  most: number;
  /** Leaves out the training of 5,000 examples. */
  quick: boolean;
}

export const LEARNING_USAGE = `Usage: npm run bench -- learning [--crews N] [--most N] [--quick]

  --crews N  simulated crews, at most ${MAX_CREWS} (default 20)
  --most N   most stickers that a crew reviews until it has corrected 300 (default ${MAX_REVIEWED})
  --quick    leaves out the training of 5,000 examples
`;

/** The options of `npm run bench -- learning`. Throws an Error with a message for the user. */
export function parseLearningOptions(argv: readonly string[]): LearningOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      crews: { type: "string", default: "20" },
      most: { type: "string", default: String(MAX_REVIEWED) },
      quick: { type: "boolean", default: false },
    },
  });
  const crews = Number(values.crews);
  if (!Number.isInteger(crews) || crews < 1 || crews > MAX_CREWS) {
    throw new Error(`--crews must be from 1 to ${MAX_CREWS}; it is ${values.crews}.`);
  }
  const most = Number(values.most);
  if (!Number.isInteger(most) || most < 300 || most > MAX_REVIEWED) {
    throw new Error(`--most must be from 300 to ${MAX_REVIEWED}; it is ${values.most}.`);
  }
  return { crews, most, quick: values.quick };
}

/** The last crews first: the method was chosen on the first ones. */
export const crewNumbers = ({ crews }: LearningOptions): number[] =>
  Array.from({ length: crews }, (_, i) => MAX_CREWS - 1 - i);
