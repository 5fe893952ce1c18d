// Completes package-lock.json, and those of tools/, after `npm install` on a machine whose registry lacks the packages of
// other platforms. npm omits those optional packages from the lock, and `npm ci` then refuses the lock everywhere. This adds each with name,
// version and platform, which is enough for npm to skip it on other platforms.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
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

/** Adds the missing packages to a lock file; returns their names. */
const completeLock = (file) => {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const { '': self, ...packages } = lock.packages
  const added = []
  for (const [path, info] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(info.optionalDependencies ?? {})) {
      if (packages[`node_modules/${name}`] ?? packages[`${path}/node_modules/${name}`]) continue
      if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} has no exact version (${version}).`)
      packages[`node_modules/${name}`] = {
        version,
        ...(info.dev && { dev: true }),
        optional: true,
        ...getPlatform(name),
      }
      added.push(name)
    }
  }
  // npm sorts so, and otherwise every installation would change the order.
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': self, ...sorted } }, null, 2)}\n`)
  return added
}

for (const file of globSync('{,tools/*/}package-lock.json', { cwd: root })) {
  const added = completeLock(join(root, file))
  console.log(
    added.length === 0 ? `${file} is complete.` : `Added ${added.length} packages of other platforms to ${file}.`,
  )
}
