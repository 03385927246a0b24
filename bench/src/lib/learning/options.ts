import { parseArgs } from "node:util";

/** There are handwritings for so many crews. */
const MAX_CREWS = 21;

export interface LearningOptions {
  crews: number;
  /** Leaves out the training of 5,000 examples. */
  quick: boolean;
}

export const LEARNING_USAGE = `Usage: npm run bench -- learning [--crews N] [--quick]

  --crews N  simulated crews, at most ${MAX_CREWS} (default 20)
  --quick    leaves out the training of 5,000 examples
`;

/** The options of `npm run bench -- learning`. Throws an Error with a message for the user. */
export function parseLearningOptions(argv: readonly string[]): LearningOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { crews: { type: "string", default: "20" }, quick: { type: "boolean", default: false } },
  });
  const crews = Number(values.crews);
  if (!Number.isInteger(crews) || crews < 1 || crews > MAX_CREWS) {
    throw new Error(`--crews must be from 1 to ${MAX_CREWS}; it is ${values.crews}.`);
  }
  return { crews, quick: values.quick };
}

/** The last crews first: the method was chosen on the first ones. */
export const crewNumbers = ({ crews }: LearningOptions): number[] =>
  Array.from({ length: crews }, (_, i) => MAX_CREWS - 1 - i);
