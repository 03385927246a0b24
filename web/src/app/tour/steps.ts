/** Finds the element that a step points at on the current page. */
type Finder = () => Element | null;

const bySelector =
  (selector: string): Finder =>
  () =>
    document.querySelector(selector);

/** The page of a step. `photo` is the first photo with doubtful results. */
type Place = "home" | "events" | "images" | "photo" | "areas";
export type TourStep = { place: Place; title: string; text: string; target: Finder };

/** From an event to its report, on the demo event. The tour changes no data. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    place: "home",
    title: "Welcome to Precount",
    text: "These are the active events. The demo event has sample photos that a model has read. This tour walks you through it.",
    target: bySelector("section[aria-labelledby=active-events]"),
  },
  {
    place: "events",
    title: "Every count is an event",
    text: "This list shows all events and their progress. An event holds the photos of one store.",
    target: bySelector("tbody tr[data-row-key]"),
  },
  {
    place: "images",
    title: "Its photos",
    text: "Each photo has a status. Pending: every value was read without doubt. Processed: some values are doubtful. Click a row to open the photo.",
    target: bySelector("tbody tr[data-row-key]"),
  },
  {
    place: "photo",
    title: "Doubtful values first",
    text: "The panel beside the photo lists the values that the model read, doubtful ones first.",
    target: bySelector("[aria-label='Which labels']"),
  },
  {
    place: "photo",
    title: "Correct what is wrong",
    text: "Compare the enlarged label with the values. Type the correct code or quantity and press Enter to go to the next doubtful label. Press X to discard what isn't a label.",
    target: bySelector("[data-keys=card]"),
  },
  {
    place: "photo",
    title: "Validate and continue",
    text: "Validate when every value matches the photo. With the keyboard: after the last doubtful value, Enter opens the next photo with one, and at the end all photos are compared and approved on one sheet.",
    target: bySelector("#validate"),
  },
  {
    place: "areas",
    title: "No area is missed",
    text: "Ranges Control shows every numbered area of the store and which areas still need a photo. The demo event has one area for each photo.",
    target: bySelector("[aria-label=View]"),
  },
  {
    place: "images",
    title: "Complete makes the report",
    text: "When every photo is approved or rejected, press Complete beside this menu. It closes the event and creates the report. Press ? on any page for help.",
    target: bySelector("[aria-label='More actions']"),
  },
];
