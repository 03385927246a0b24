/** What the tour points at, looked for on the page that is shown. */
type Finder = () => Element | null;

const at =
  (selector: string): Finder =>
  () =>
    document.querySelector(selector);

/** Where a step is; of photos the first that needs somebody. */
type Place = "home" | "events" | "images" | "photo" | "areas";
export type TourStep = { place: Place; title: string; text: string; target: Finder };

/** From an event to its report, over the demo event. Nothing of it is changed: the tour only points. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    place: "home",
    title: "Welcome to Precount",
    text: "These are the events being worked on. The demo event holds sample photos that a model reads; let us walk through it.",
    target: at("section[aria-labelledby=active-events]"),
  },
  {
    place: "events",
    title: "Every count is an event",
    text: "Here are all of them, with how far each is. An event holds the photos of one store.",
    target: at("tbody tr[data-row-key]"),
  },
  {
    place: "images",
    title: "Its photos",
    text: "Each photo has a status: Pending was read without doubt, Processed holds something doubtful. A press on a row opens the photo.",
    target: at("tbody tr[data-row-key]"),
  },
  {
    place: "photo",
    title: "Doubt comes first",
    text: "What the model read stands beside the photo. Doubtful labels lead the list; what is certain stays quiet.",
    target: at("[aria-label='Which labels']"),
  },
  {
    place: "photo",
    title: "Correct what is wrong",
    text: "Compare the enlarged label with what was read. Type the right code or quantity and press Enter: that leads to the next doubtful one.",
    target: at("[data-keys=card]"),
  },
  {
    place: "photo",
    title: "Validate, and go on",
    text: "When the photo agrees, validate it. After the last doubtful value Enter does that too, and opens the next photo.",
    target: at("#validate"),
  },
  {
    place: "areas",
    title: "Nothing is forgotten",
    text: "Ranges Control knows every numbered area of the store and shows which still has no photo. The demo event has one for each of its photos.",
    target: at("[aria-label=View]"),
  },
  {
    place: "images",
    title: "Complete makes the report",
    text: "Once every photo is approved or rejected, the button beside this menu is Complete: it closes the event and makes its report. And on any page ? explains what you see.",
    target: at("[aria-label='More actions']"),
  },
];
