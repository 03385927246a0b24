/** What the field's words mean, for whoever meets them for the first time. */
export const FIELD_WORDS = {
  event: {
    title: "Event",
    means: "One inventory count of one store: its photos, its areas and, once it is completed, its report.",
  },
  sticker: { title: "Sticker", means: "The label on the goods. It holds a code of six digits and a quantity." },
  shelf: { title: "Shelf", means: "The label of a shelf. It holds the shelf's number." },
  area: {
    title: "Area",
    means: "A numbered stretch of the store. Each has one photo that counts, or is voided.",
  },
  bay: { title: "Aisle (bay)", means: "Where in the store the photo was taken. It stands in the report as bayCode." },
  detection: {
    title: "Detection",
    means: "What one model found in one photo. A photo can have one of each model; only one goes into the report.",
  },
  doubtful: {
    title: "Doubtful",
    means: "A value that is not well formed, or that the model is not sure of. A person has to look at it.",
  },
  validated: {
    title: "Validated, approved",
    means: "Somebody has looked at the photo's labels and stands by them. Only approved photos go into the report.",
  },
  rejected: {
    title: "Rejected",
    means:
      "The photo is left out of the report, because it is blurred or of the wrong place, say. It can be recovered.",
  },
  discarded: {
    title: "Discarded",
    means:
      "Set aside, not deleted. A discarded label is in no report and can be recovered; a discarded event can be reopened.",
  },
  voided: {
    title: "Voided",
    means: "An area that needs no photo: it counts as accounted for, with who said so and why.",
  },
  belowThreshold: {
    title: "Below threshold",
    means:
      "A smaller share of the photo's stickers is valid than the event's settings ask for. It stands first in the review.",
  },
  exception: {
    title: "Exception",
    means:
      "Something that the report's rows do not tell, such as an area without a photo or a sticker without a shelf.",
  },
  preview: { title: "Preview", means: "An event that only admins see, until one of them activates it." },
} as const satisfies Record<string, { title: string; means: string }>;

export type FieldWord = keyof typeof FIELD_WORDS;
