/**
 * The consequences of removing a second factor.
 * @param isLastRequired whether it is the only factor of an account that must have one (PD-114)
 */
export const describeFactorRemoval = (name: string, isLastRequired: boolean): string =>
  `You can then no longer sign in with ${name}.${
    isLastRequired ? " Your account must have a second factor: you can then do nothing until you add another one." : ""
  }`;
