import { confirmation } from "../session/confirmation.ts";
import { type ApiLink, askLink } from "./ask-link.ts";
import { requiredStep } from "./errors.ts";

/** When the server asks for a proof before a sensitive call, asks the user for it and repeats the call once. */
export const confirmLink: ApiLink = askLink((error) =>
  requiredStep(error) === "confirm" ? confirmation.request() : null,
);
