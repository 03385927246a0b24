/** Styles come with the component that they are of; whoever builds the app bundles them. */
declare module "*.css";
