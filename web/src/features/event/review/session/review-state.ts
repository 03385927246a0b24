import { type Image, type Project, detectionCan } from "@precount/domain";
import { reasonOf } from "../../../../shared/api/reason.ts";
import type { ResultVisibility } from "../../../../ui/displayed-results.ts";
import { type BoxFormState, type OpenBoxForm, resolveBoxForm } from "../box-form/box-form-state.ts";
import { type EditInputs, type EditState, deriveEdits } from "./edit-state.ts";
import type { FocusTarget } from "./focus-tracker.ts";
import { type ListState, type ResultList, firstList, resolveList } from "./result-list.ts";

/** The parts that are drawn on the photo, and whether the panel beside it is open. */
export type Visibility = ResultVisibility & { panel: boolean };

/** The inputs of the review and the choices of its user. The rest of the state is derived from them. */
export type ReviewInputs = EditInputs & {
  project: Project;
  image: Image;
  /** Index of the selected result. */
  selected: number | null;
  /** Index of the result that the panel magnifies: the selected one, or the one that has the focus. */
  current: number | null;
  focus: FocusTarget | null;
  visibility: Visibility;
  /** Null until the first list is made. */
  listState: ListState | null;
  /** Whether the panel shows the proof, all values beside their crops, in place of the list. */
  isProof: boolean;
  openBoxForm: OpenBoxForm | null;
  /** Why a typed value was not accepted, by patch path. */
  complaints: Readonly<Record<string, string>>;
};

export type ReviewState = ReviewInputs & {
  edits: EditState;
  list: ResultList;
  boxForm: BoxFormState | null;
  /** Why nothing can be edited, validated or unlocked; null when it can. */
  editReason: string | null;
  validateReason: string | null;
  invalidateReason: string | null;
};

/** Derives the state from the inputs. Reuses parts of `before` whose inputs are the same. */
export function deriveState(inputs: ReviewInputs, before: ReviewState | null): ReviewState {
  const edits =
    before !== null &&
    before.detection === inputs.detection &&
    before.saves === inputs.saves &&
    before.connection === inputs.connection
      ? before.edits
      : deriveEdits(inputs, before?.edits ?? null);
  const reasons = deriveReasons(inputs, edits, before);
  const list = deriveList(inputs, edits, before);
  const boxForm = deriveBoxForm(inputs, edits, reasons.editReason, before);
  return { ...inputs, ...reasons, edits, list, listState: list, boxForm, openBoxForm: boxForm?.open ?? null };
}

function deriveReasons(
  { image, project }: ReviewInputs,
  edits: EditState,
  before: ReviewState | null,
): Pick<ReviewState, "editReason" | "validateReason" | "invalidateReason"> {
  if (before?.edits === edits && before.image === image && before.project === project) {
    const { editReason, validateReason, invalidateReason } = before;
    return { editReason, validateReason, invalidateReason };
  }
  const facts = { status: edits.status, results: edits.snapshot.results };
  const context = { image, project };
  return {
    editReason: reasonOf(detectionCan.edit(facts, context)),
    validateReason: reasonOf(detectionCan.validate(facts, context)),
    invalidateReason: reasonOf(detectionCan.invalidate(facts, context)),
  };
}

function deriveList(inputs: ReviewInputs, edits: EditState, before: ReviewState | null): ResultList {
  const isSame =
    before !== null &&
    before.list === inputs.listState &&
    before.edits.items === edits.items &&
    before.edits.conflicts === edits.conflicts;
  return isSame ? before.list : resolveList(inputs.listState ?? firstList(edits, inputs.selected), edits);
}

function deriveBoxForm(
  inputs: ReviewInputs,
  edits: EditState,
  editReason: string | null,
  before: ReviewState | null,
): BoxFormState | null {
  const isSame =
    before !== null &&
    before.openBoxForm === inputs.openBoxForm &&
    before.edits.itemsByIndex === edits.itemsByIndex &&
    before.selected === inputs.selected &&
    before.image === inputs.image &&
    before.editReason === editReason;
  if (isSame) return before.boxForm;
  const { selected, image, openBoxForm } = inputs;
  return resolveBoxForm(openBoxForm, { itemsByIndex: edits.itemsByIndex, selected, editReason, image });
}
