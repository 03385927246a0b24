/** What the field's words mean, for whoever meets them for the first time. */
export const GLOSSARY_TERMS = {
  event: {
    title: "Event",
    definition: "One inventory count of one store: its photos, its areas and, once it is completed, its report.",
  },
  sticker: { title: "Sticker", definition: "The label on the goods. It holds a code of six digits and a quantity." },
  shelf: { title: "Shelf", definition: "The label of a shelf. It holds the shelf's number." },
  area: {
    title: "Area",
    definition: "A numbered stretch of the store. Each has one photo that counts, or is voided.",
  },
  bay: {
    title: "Aisle (bay)",
    definition: "Where in the store the photo was taken. It stands in the report as bayCode.",
  },
  detection: {
    title: "Detection",
    definition: "What one model found in one photo. A photo can have one of each model; only one goes into the report.",
  },
  doubtful: {
    title: "Doubtful",
    definition: "A value that is not well formed, or that the model is not sure of. A person has to look at it.",
  },
  validated: {
    title: "Validated, approved",
    definition:
      "Somebody has looked at the photo's labels and stands by them. Only approved photos go into the report.",
  },
  rejected: {
    title: "Rejected",
    definition:
      "The photo is left out of the report, because it is blurred or of the wrong place, say. It can be recovered.",
  },
  discarded: {
    title: "Discarded",
    definition:
      "Set aside, not deleted. A discarded label is in no report and can be recovered; a discarded event can be reopened.",
  },
  voided: {
    title: "Voided",
    definition: "An area that needs no photo: it counts as accounted for, with who said so and why.",
  },
  belowThreshold: {
    title: "Below threshold",
    definition:
      "A smaller share of the photo's stickers is valid than the event's settings ask for. It stands first in the review.",
  },
  exception: {
    title: "Exception",
    definition:
      "Something that the report's rows do not tell, such as an area without a photo or a sticker without a shelf.",
  },
  preview: { title: "Preview", definition: "An event that only admins see, until one of them activates it." },
} as const satisfies Record<string, { title: string; definition: string }>;

export type GlossaryTerm = keyof typeof GLOSSARY_TERMS;
