declare module 'virtual:sandbox' {
  /** The file name of the page that the sandbox's frame shows, made by `scripts/sandbox.mjs`. */
  const name: string;
  export default name;
}
