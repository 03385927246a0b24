/** A child that computes for ever once it is asked to, and hears of nothing. */
import { serveCalls } from "../process/serve-calls.ts";

serveCalls({
  compute: async () => {
    for (;;);
  },
});
