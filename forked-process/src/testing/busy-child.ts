/** A child whose `compute` call never returns and blocks its event loop. */
import { serveCalls } from "../serve-calls.ts";

serveCalls({
  compute: async () => {
    for (;;);
  },
});
