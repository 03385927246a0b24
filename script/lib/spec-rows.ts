/**
 * The numbered rows of the product's specification under short titles of our own. `seen`: a person sees it, so a test in the
 * browser proves it; the others are proven where they hold.
 */
export type SpecRow = { number: string; title: string; isSeen: boolean };

const SEEN = `
S2.01 Sign in with e-mail and password, or a work account
S2.02 Signing out clears the browser and offers the ways on
S2.03 A work account's error is shown
S2.04 A new password by a link
S2.05 What is private asks for a session; its frame: menu, breadcrumbs, person, version
S2.06 The menu, with what admins alone see
S2.07 Breadcrumbs by their names
S2.08 Home with its counts
S2.09 The list of events
S2.10 Create an event
S2.11 An event's home, photos or areas
S2.12 An event's settings
S2.13 The list of an event's photos
S2.14 Upload many photos
S2.15 Figures of every photo
S2.16 Review of one photo
S2.17 The grid of areas
S2.18 A photo reached from its area
S2.19 The report's page
S2.20 The archive and its photos
S2.21 Cards of pages
S2.22 A page's document tasks
S2.23 A task's documents
S2.24 Models, for admins
S2.25 Users, for admins
S2.26 Create a user
S2.27 Cards of experiments
S2.28 The two experiments have addresses
S2.29 What is not found, and what went wrong
S2.30 Tables remember page, filters and order
S2.31 A photo's address: detection, model and tab
S2.32 An event's address: tab and page
S2.33 The grid's address: page and page size
S2.34 Photo with overlays, toggles and rotation
S2.35 Select, draw and resize
S2.36 Hovering a box tells code and quantity
S2.37 Detections with progress, and a table to edit in
S2.38 A card for each label
S2.39 A box in numbers
S2.40 A photo's facts, reject and recover
S2.41 Detect Objects where nothing was detected
S2.42 Picture, table, debug
S2.43 Previous and next follow the list
S2.44 Download the photo
S2.45 A photo's tasks, retry countdown, open
S2.46 Tiles by status, searched by name
S2.47 The legend filters
S2.48 What can be done with an area
S2.49 Add and void ranges of areas
S2.50 The grid's pages
S2.51 Settings: rotation and rejection threshold
S2.52 A report's contents and its export
S2.53 Upload by drag and drop, a word for each file
S2.54 Tasks, newest first
S2.55 Add a task
S2.56 Documents of a task, each to download
S2.57 Try a photo on a model
S2.58 Try a document or photo for its tables
S4.01 Preview is for admins
S4.02 Analyze in preview and active
S4.03 Discard
S4.04 Complete makes the report
S4.05 Reopen
S4.06 Archive and recover
S4.07 Delete an event without photos, admins only
S4.08 Upload until completed or discarded
S4.09 Settings can be changed
S4.10 Progress, rounded down
S4.11 What a photo's states mean
S4.12 Reject and recover a photo
S4.13 When a photo can only be looked at
S4.14 Delete a detection
S4.15 Validate
S4.16 Unlock
S4.17 Validated or selected is frozen
S4.18 A detection's verbs
S4.19 Discarded comes back, changed is restored
S4.20 Labels changed, added, discarded, restored
S4.21 Retired models are not offered
S4.22 A task's states, looked at again while it runs
S4.24 A rotation of one's own wins over the file's
S5.01 Sticker code: six digits
S5.02 Sticker quantity
S5.03 Shelf code
S5.04 E-mail
S5.05 A person's name
S5.06 Password
S5.08 An event's name and slug
S5.10 Task documents are PDF or Word
S5.11 A password link that is none or too old
S5.12 A model must be picked
S5.13 Settings' limits
S5.14 A range's limits
S5.15 Only pictures are picked
S5.16 Boxes stay in the photo
S5.17 Invalid numbers of a box
S6.02 Menu entries of admins
S6.03 Buttons of admins
S6.04 Previews are for admins
S6.05 One's own groups and projects
S6.06 Without a session to /logout
S8.01 A change that failed
S8.02 A range that failed
S8.03 A detection that could not be selected, run or made
S8.04 An analysis that failed
S8.05 A work account that failed
S8.06 Unauthorized: no second try
S8.07 A sticker that could not be read
S8.08 An upload's word
S8.09 A task that could not be made
S8.10 Questions before what cannot be undone
S8.11 Analyze warns
S8.12 Words of success
S8.13 Words of a range, for half a minute
S9.01 Page sizes
S9.02 Tasks are looked at every 15 seconds
S9.03 Defaults of an analysis
S9.04 Defaults of an event
S9.05 Lengths
S9.06 Where a new box stands
S9.07 Whole pixels, handles
S9.08 A range's word stays 30 seconds
S9.09 Sizes and durations in words
S9.10 Short hashes and ids
S9.11 The statistics table's width
S9.12 Types of a task's document
S9.13 The menu's state is remembered
S9.14 Reads are tried again, fewer than three times
`;

const HELD = `
S3.01 Signed-in person
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
S3.16 What makes a task
S3.17 User
S3.18 Analysis response
S3.19 Reset token
S4.23 Orientations of a file
S5.07 Roles
S5.09 Ids
S6.01 Two roles
S6.07 What is open to everybody; all is checked on the server
S7.01 Typed calls
S7.02 Calls: people
S7.03 Calls: breadcrumbs and home
S7.04 Calls: events
S7.05 Calls: an event's states
S7.06 Calls: analyze
S7.07 Calls: settings
S7.08 Calls: images
S7.09 Calls: detections
S7.10 Calls: areas
S7.11 Calls: models, pages, tasks
S7.12 Direct: analyze
S7.13 Direct: extract
S7.14 Direct: create a task
S7.15 Direct: upload
S7.16 Direct: contents and documents
S7.17 Direct: downloads
S7.18 What uploads and downloads answer with
S7.19 Session id kept, sign-in's scope and hint, errors reported
`;

const rowsOf = (text: string, isSeen: boolean): SpecRow[] =>
  text
    .trim()
    .split("\n")
    .map((line) => ({ number: line.slice(0, 5), title: line.slice(6), isSeen }));

export const SPEC_ROWS: readonly SpecRow[] = [...rowsOf(SEEN, true), ...rowsOf(HELD, false)].toSorted((one, other) =>
  one.number.localeCompare(other.number),
);
