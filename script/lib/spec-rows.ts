/**
 * The numbered rows of the product's specification with short titles. A row that users see (`isSeen`) needs a browser test; the others
 * are tested in the workspace that implements them.
 */
export type SpecRow = { number: string; title: string; isSeen: boolean };

/** Words besides those of a row's title that show that a test is about the row. */
export const SUBJECT_WORDS: Readonly<Record<string, readonly string[]>> = {
  "S2.07": ["names the event"],
  "S2.09": ["sorts names"],
  "S2.31": ["address"],
  "S2.39": ["percent"],
  "S3.02": ["login"],
  "S3.03": ["project"],
  "S3.18": ["results"],
  "S4.12": ["images.spec"],
  "S4.16": ["invalidat"],
  "S4.19": ["undo", "gesture"],
  "S4.20": ["drawn sticker"],
  "S4.22": ["document"],
  "S4.24": ["forced"],
  "S5.09": ["no id"],
  "S5.12": ["quick test", "experiments"],
  "S5.13": ["other values"],
  "S5.16": ["shelf"],
  "S6.01": ["admin"],
  "S6.03": ["forbidden"],
  "S7.13": ["gpt/vision"],
  "S7.17": ["archive", "csv", "spreadsheet", "export", "text as it is", "fields"],
  "S8.01": ["refused", "error: "],
  "S8.06": ["/logout"],
  "S8.12": ["properly"],
  "S9.02": ["refresh"],
  "S9.03": ["threshold"],
  "S9.10": ["slice(0, 12)"],
};

const SEEN = `
S2.01 Sign in with e-mail and password, or a work account
S2.02 Signing out clears browser storage and offers Back to login
S2.03 Work-account errors are shown
S2.04 Set a new password through a link
S2.05 Private pages need a session; layout with menu, breadcrumbs, user menu, version
S2.06 Menu entries, some for admins only
S2.07 Breadcrumb labels
S2.08 Home page with counts
S2.09 List of events
S2.10 Create an event
S2.11 Event home with images and areas
S2.12 Event settings page
S2.13 List of an event's images
S2.14 Bulk image upload
S2.15 Image statistics
S2.16 Image review
S2.17 Area grid
S2.18 Image reached from its area
S2.19 Report page
S2.20 Archived events and their images
S2.21 Cards of pages
S2.22 Document tasks of a page
S2.23 Documents of a task
S2.24 Models, admins only
S2.25 Users, admins only
S2.26 Create user
S2.27 Cards of experiments
S2.28 Routes of the two experiments
S2.29 404 page and error page
S2.30 Tables keep page, filters and sort
S2.31 Search parameters of an image
S2.32 Search parameters of an event
S2.33 Search parameters of the area grid
S2.34 Image with overlays, toggles and rotation
S2.35 Select, draw and resize modes
S2.36 Hover tooltip with code and quantity
S2.37 Detections card with progress, and editable table
S2.38 Card for each result
S2.39 Numeric box editing
S2.40 Image info card with Reject and Recover
S2.41 Detect Objects for an image without detections
S2.42 Picture, Table and Debug tabs
S2.43 Previous and next image follow the list
S2.44 Download image
S2.45 Tasks of an image, retry countdown, open task
S2.46 Area tiles colored by status, searchable by name
S2.47 Legend filters by status
S2.48 Actions of an area
S2.49 Add and void area ranges
S2.50 Area grid pages
S2.51 Default rotation and rejection threshold
S2.52 Report contents and export
S2.53 Drag-and-drop upload with a message for each file
S2.54 Task list, newest first
S2.55 Create task
S2.56 Task documents with downloads
S2.57 Sticker experiment
S2.58 Extract experiment
S4.01 Preview events are visible to admins
S4.02 Analyze in preview and active
S4.03 Discard
S4.04 Complete generates the report
S4.05 Reopen
S4.06 Archive and recover
S4.07 Delete events without images, admins only
S4.08 Upload unless completed or discarded
S4.09 Settings can be changed
S4.10 Progress, rounded down
S4.11 What a photo's states mean
S4.12 Reject and recover a photo
S4.13 When a photo can only be looked at
S4.14 Delete a detection
S4.15 Validate
S4.16 Unlock
S4.17 Validated or selected detections are frozen
S4.18 Detection actions
S4.19 Recover discarded results, restore patched ones
S4.20 Update, create, discard and restore results
S4.21 Retired models are not offered
S4.22 Task statuses, polling while processing
S4.24 A rotation override wins over the metadata
S5.01 Sticker code: six digits
S5.02 Sticker quantity
S5.03 Shelf code
S5.04 E-mail
S5.05 User name
S5.06 Password
S5.08 Event name and slug
S5.10 Task documents are PDF or Word
S5.11 Invalid or expired password link
S5.12 A model must be selected
S5.13 Limits of settings
S5.14 Limits of area ranges
S5.15 The image picker accepts image files only
S5.16 Boxes stay inside the image
S5.17 Invalid box values
S6.02 Menu entries for admins
S6.03 Buttons for admins
S6.04 Preview models and events are for admins
S6.05 Own groups and events
S6.06 Without a session to /logout
S8.01 Failed mutation
S8.02 Failed area range
S8.03 Failed selection, run or creation of a detection
S8.04 Failed analysis
S8.05 Failed work-account sign-in
S8.06 UNAUTHORIZED is not retried
S8.07 Failed sticker recognition
S8.08 Upload messages
S8.09 Failed task creation
S8.10 Confirmation prompts
S8.11 Analyze warning
S8.12 Success messages
S8.13 Area range messages
S9.01 Table page sizes
S9.02 Task polling every 15 seconds
S9.03 Analysis defaults
S9.04 Event setting defaults
S9.05 Lengths of passwords, names and codes
S9.06 Position of a new box
S9.07 Integer pixels, handle sizes
S9.08 Range notification lasts 30 seconds
S9.09 File sizes and durations
S9.10 Short hashes and ids
S9.11 Statistics table width
S9.12 File types of task documents
S9.13 Sidebar state is remembered
S9.14 Failed queries are retried fewer than three times
`;

const UNSEEN = `
S3.01 Auth user
S3.02 Session
S3.03 Event
S3.04 Image
S3.05 Image statistics
S3.06 Image detection
S3.07 Prediction and result
S3.08 Patches
S3.09 Report rows
S3.10 Report
S3.11 Model
S3.12 Area
S3.13 Page
S3.14 Task
S3.15 Task document
S3.16 Task create payload
S3.17 User row
S3.18 Analysis response
S3.19 Reset token
S4.23 Orientations of image files
S4.25 Statuses of an event
S4.26 Statuses of an image
S4.27 Statuses of a detection
S4.28 Statuses of a result
S4.29 Statuses of an area
S4.30 Statuses of a model
S4.31 Statuses of a task and roles of a user
S4.32 Modes of the canvas
S5.07 Roles
S5.09 Ids
S6.01 Two roles
S6.07 Other actions for every user; all rights checked on the server
S7.01 Typed RPC calls
S7.02 User procedures
S7.03 Breadcrumb and home procedures
S7.04 Event procedures
S7.05 Event status procedures
S7.06 Analyze procedure
S7.07 Settings procedure
S7.08 Image procedures
S7.09 Detection procedures
S7.10 Area procedures
S7.11 Model, page and task procedures
S7.12 HTTP: analyze
S7.13 HTTP: extract
S7.14 HTTP: create task
S7.15 HTTP: upload
S7.16 HTTP: image contents and documents
S7.17 HTTP: downloads
S7.18 Responses of uploads and downloads
S7.19 Stored session id, sign-in scope and domain hint, error reporting
`;

const rowsOf = (text: string, isSeen: boolean): SpecRow[] =>
  text
    .trim()
    .split("\n")
    .map((line) => ({ number: line.slice(0, 5), title: line.slice(6), isSeen }));

export const SPEC_ROWS: readonly SpecRow[] = [...rowsOf(SEEN, true), ...rowsOf(UNSEEN, false)].toSorted((one, other) =>
  one.number.localeCompare(other.number),
);
