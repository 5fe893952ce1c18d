// The systems that the shop runs on. Runs on the system's Node before the packages are installed, so it is plain JavaScript.

const processors = ['x64', 'arm64']

/** The oldest Node of the set-up. On Linux the shop itself runs on the Node that is installed with its packages. */
const minNode = { linux: [20, 19], darwin: [24, 0] }

/**
 * Why the shop does not run on this system, in one sentence; null where it does.
 * @param {{ platform: string, arch: string, node: string }} system as `process.platform`, `process.arch` and `process.versions.node`
 * @returns {string | null}
 */
export function describeUnsupportedSystem({ platform, arch, node }) {
  if (platform === 'win32')
    return 'The shop runs on Linux and macOS: on Windows install WSL (wsl --install), open its Linux and run this again there.'
  if (!Object.hasOwn(minNode, platform) || !processors.includes(arch))
    return `The shop runs on Linux and macOS with a 64-bit processor of Intel, AMD or ARM, and this is ${platform} on ${arch}.`
  const [minMajor, minMinor] = minNode[platform]
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null
  const wanted = minMinor === 0 ? `Node ${minMajor}` : `Node ${minMajor}.${minMinor}`
  return `Node ${node} is too old: install ${wanted} or newer from nodejs.org and run this again.`
}
