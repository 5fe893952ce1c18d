// Completes package-lock.json after `npm install` on a machine whose registry lacks the packages of other platforms.
// npm omits those optional packages from the lock, and `npm ci` then refuses the lock everywhere. This adds each with name,
// version and platform, which is enough for npm to skip it on other platforms.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const systems = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony', 'sunos', 'netbsd', 'openbsd', 'aix']
const processors = ['arm64', 'x64', 'arm', 'ppc64', 'riscv64', 's390x', 'ia32', 'loong64', 'mips64el']
const libraries = { musl: 'musl', gnu: 'glibc' }

/** Derives the platform from a package's name: '@tailwindcss/oxide-android-arm64' → { os: ['android'], cpu: ['arm64'] } */
const getPlatform = (name) => {
  const words = name.split('/').at(-1).split('-')
  if (words.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = systems.find((one) => words.includes(one))
  const cpu = processors.find((one) => words.includes(one))
  const libc = Object.keys(libraries).find((one) => words.includes(one))
  if (!os && !cpu) throw new Error(`The name of ${name} does not contain its platform; add it to the lock by hand.`)
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && libc && { libc: [libraries[libc]] }),
    ...(os && { os: [os] }),
  }
}

const lock = JSON.parse(readFileSync(file, 'utf8'))
const { '': root, ...packages } = lock.packages
const added = []
for (const [path, info] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(info.optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`]) continue
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} has no exact version (${version}).`)
    packages[`node_modules/${name}`] = { version, ...(info.dev && { dev: true }), optional: true, ...getPlatform(name) }
    added.push(name)
  }
}
const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': root, ...sorted } }, null, 2)}\n`)
console.log(
  added.length === 0 ? 'The lock is complete.' : `Added ${added.length} packages of other platforms to the lock.`,
)
