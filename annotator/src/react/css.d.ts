/** Components import their own CSS. The application's bundler processes it. */
declare module "*.css";
