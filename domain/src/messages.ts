/**
 * Texts fixed by the specification, verbatim, including their odd spelling (spec §5 and §8). Rules that are schemas
 * carry their own messages; the others are here, so that server and web use the same words.
 */
export const MESSAGES = {
  invalidFormValues: "Invalid form values",
  invalidToken: "Invalid token",
  expiredToken: "Password reset token has expired",
  selectModelFirst: "Please select a model first!",
  selectModel: "Please select a model",
  serverError: "The server encountered an error!",
  taskFailed: "Something went wrong",
  noAreasCreated: "0 Areas created",
  noAreasVoided: "0 Areas voided",
  errorTitle: "Error",
  noDocuments: "No documents attached",
  analyzeWarning:
    "This will queue new inferences using the chosen model for all images in the project. This may take a while.",
  notFoundPage: "Sorry, the page you visited does not exist.",
  errorPageTitle: "There was an error",
  errorPage: "Sorry, something went wrong.",
} as const;

/** Success messages. */
export const SUCCESS = {
  login: "Login successful, welcome back",
  logout: "You have been properly logged out",
  userCreated: "User created successfully",
  passwordReset: "Password reset successful",
  projectCreated: "Project successfully created",
  projectDiscarded: "Project successfully discarded",
  projectArchived: "Project successfully archived",
  projectReopened: "Project successfully reopened",
  projectRecovered: "Project successfully recovered",
  projectDeleted: "Project successfully deleted",
  projectCompleted: "Project successfully completed",
  projectActivated: "Project successfully activated",
  projectAnalyzed: "Project analyze successfully queued",
  settingsUpdated: "Project settings successfully updated",
  imageRotated: "Image successfully rotated",
  imageRejected: "Image successfully rejected",
  imageRecovered: "Image successfully recovered",
  detectionSelected: "Image Detection has been selected",
  detectionDeleted: "Image Detection has been deleted",
  detectionValidated: "Image Detection has been validated",
  detectionInvalidated: "Image Detection has been invalidated",
  detectionGenerated: "Image detection properly generated",
  patchesSaved: "Patches successfully saved",
  patchesPulled: "Patches successfully pulled",
  areaVoided: "Area successfully voided",
  areaDeleted: "Area successfully deleted",
  taskCreated: "Task created successfully",
} as const;

/** Confirmation prompts for actions that one click cannot undo. */
export const CONFIRM = {
  deleteProject: "Are you sure to delete this project?",
  archiveProject: "Are you sure to archive this project?",
  recoverProject: "Are you sure to recover this project?",
  reopenProject: "Are you sure to reopen this project?",
  discardProject: "Are you sure to discard this project?",
  completeProject: "Are you sure to complete this project?",
  voidArea: "Are you sure to void this area?",
  deleteArea: "Are you sure to delete this area?",
} as const;

/** Messages for work of unknown duration. */
export const OWN_BUSY = {
  completing: "Creating the precount report…",
  preparing: "Preparing the download. Your browser will show its progress…",
} as const;

/** Success messages that the specification does not have, in its style. */
export const OWN_SUCCESS = {
  userBlocked: "User successfully blocked",
  userUnblocked: "User successfully unblocked",
  userRenamed: "User successfully renamed",
  roleChanged: "Role successfully changed",
  groupsChanged: "Groups successfully changed",
  sessionsEnded: "Sessions successfully ended",
  passwordChanged: "Password successfully changed",
  modelUpdated: "Model successfully updated",
  tokenRevoked: "Token successfully revoked",
  workAccountForgotten: "Work account successfully forgotten",
  factorsRemoved: "Second factors successfully removed",
  areaRestored: "Area successfully restored",
} as const;

/** Confirmation prompts that the specification does not have, in its style. */
export const OWN_CONFIRM = {
  blockUser: "Are you sure to block this user?",
  makeAdmin: "Are you sure to make this user an admin?",
  makeUser: "Are you sure to make this admin a regular user?",
  deleteGroup: "Are you sure to delete this group?",
  forgetWorkAccount: "Are you sure to forget this user's work account?",
  removeFactors: "Are you sure to remove this user's second factors?",
  revokeToken: "Are you sure to revoke this token?",
  revokeEvidenceLink: "Are you sure to revoke this evidence link?",
} as const;

export const mutationFailed = (serverMessage: string): string => `Error: ${serverMessage}`;
export const fileUploaded = (file: string): string => `${file} file uploaded successfully.`;
export const fileUploadFailed = (file: string): string => `${file} file upload failed.`;
export const stickerRecognitionFailed = (message: string): string =>
  `Failed to recognize sticker text with error: ${message}`;
export const analysisCompleted = (duration: string): string => `Analysis completed in ${duration}`;
export const providerLogin = (provider: string): string => `${provider} login successful, welcome back`;
export const providerLoginFailed = (provider: string): string => `There was an error logging in via ${provider}`;
/** Name of a provider's login error without a code (spec §8). */
export const UNKNOWN_PROVIDER_ERROR = { code: "unknown_error", description: "n/a" } as const;
