/** Why the shop does not run on this system, in one sentence; null where it does. */
export declare const describeUnsupportedSystem: (system: {
  platform: string
  arch: string
  node: string
}) => string | null
