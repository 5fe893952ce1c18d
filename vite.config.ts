// `vite build --app` builds both bundles: dist/client for browsers, dist/server for server-side rendering.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { listBuildTargets } from './scripts/browsers/browser-floor.ts'

// With any other value the pages import React's development build, which is not in the bundle, and every page is a 500.
// oxlint-disable-next-line eslint/no-restricted-properties -- it is set here, not read
process.env['NODE_ENV'] = 'production'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const compressibleFile = /\.(?:js|css|svg|txt)$/

/** Minifies a script further than Vite's minifier does, by about 1 % (docs/decisions/0033-page-weight-budgets.md). */
const minifyScript = async (name: string, bytes: Buffer): Promise<Buffer> => {
  if (!name.endsWith('.js')) return bytes
  const { code = '' } = await minify(bytes.toString(), {
    module: true,
    ecma: 2020,
    // `collapse_vars`, `comparisons` and `sequences` leave fewer repetitions, so brotli output would be larger.
    // No script reads a property for what the reading does, or calls an expression of a function with `new`.
    compress: {
      ecma: 2020,
      passes: 3,
      keep_fargs: false,
      collapse_vars: false,
      sequences: false,
      comparisons: false,
      pure_getters: true,
      unsafe_arrows: true,
    },
    // Parenthesised function arguments are compiled eagerly, so the engine parses them once instead of twice.
    format: { wrap_func_args: true },
  })
  return Buffer.from(code)
}

/**
 * Minifies the browser's scripts and writes a .br and a .gz beside every text file, so that the server compresses nothing.
 * It runs on the written files, because Vite changes them after the other plugin hooks.
 */
const compressOutput = (): Plugin => ({
  name: 'compress-output',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => compressibleFile.test(name))
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name)
        const bytes = await minifyScript(name, await readFile(path))
        await writeFile(path, bytes)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${path}.br`, await compressBrotli(bytes, { params }))
        await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }))
      }),
    )
  },
})

// Vite's wrapper around an import() whose values are named, with these names and the import; and around another.
const preloadOfNames =
  /__vitePreload\(async \(\) => \{\s*const \{ ([^}]*) \} = await (import\([^;]*);\s*return \{ \1 \};\s*\}, __VITE_PRELOAD__\)/g
const preloadOfModule = /__vitePreload\(\(\) => (import\("[^"]*"\)), __VITE_PRELOAD__\)/g
const preloadMarker = /,\s*__VITE_PRELOAD__/g

/**
 * Removes Vite's preload wrapper around import(), which preloads a chunk's style sheets and imports. The site has one
 * style sheet, and the HTML lists the chunks of its page.
 */
const removePreloadHelper = (): Plugin => ({
  name: 'remove-preload-helper',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
  // Without its marker Vite writes no list of style sheets into a file that loads another one.
  renderChunk: (code) =>
    code.includes('__VITE_PRELOAD__')
      ? {
          code: code.replaceAll(preloadOfNames, '$2').replaceAll(preloadOfModule, '$1').replaceAll(preloadMarker, ''),
          map: null,
        }
      : null,
})

const routerWarning = /function warning\(cond, message\) \{.*?\n\}/s

/** Empties the function by which React Router warns developers in the console; the bundler then drops its sentences. */
const removeRouterWarnings = (): Plugin => ({
  name: 'remove-router-warnings',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: (code, id) => {
    if (!/\/react-router\/dist\/\w+\/lib\/router\/history\.js$/.test(id)) return null
    if (!routerWarning.test(code)) throw new Error('React Router has no function "warning" any more.')
    return { code: code.replace(routerWarning, 'function warning() {}'), map: null }
  },
})

// Modules of most pages, bundled into one chunk: it compresses better than many small ones and is one request.
const sharedModules = [
  'web/app/app.tsx',
  'web/app/document.tsx',
  'web/app/entry-client.tsx',
  'web/app/foreign-changes.ts',
  'web/app/page-state.ts',
  'web/app/links.ts',
  'web/app/routes.tsx',
  'web/components/price-estimate-badge.tsx',
  'web/components/product-card/bike-buttons.tsx',
  'web/components/product-card/contact-number.tsx',
  'web/components/product-card/use-member-bikes.ts',
  'web/components/product-card/use-wish.ts',
  'web/ui/bike-marks.tsx',
  'web/ui/verified-badge.tsx',
  'web/context/app-context.ts',
  'web/i18n/en/core.ts',
  'web/i18n/en/namespaces.ts',
  'web/i18n/en/price-badge.ts',
  'web/i18n/language.ts',
  'web/i18n/load-language.ts',
  'web/i18n/namespace.ts',
  'web/layout/footer.tsx',
  'web/layout/layout.tsx',
  'web/layout/offline-notice.tsx',
  'web/layout/route-error.tsx',
  'web/layout/theme-button.tsx',
  'web/layout/top-bar.tsx',
  'web/layout/use-sign-out.ts',
  'web/lib/clear-product-drafts.ts',
  'web/offline/connection.ts',
  'web/offline/register-service-worker.ts',
  'web/session/auth-store.ts',
  'web/session/return-path.ts',
  'web/ui/await.tsx',
  'web/ui/heading.tsx',
  'web/ui/hydration/create-deferred.ts',
  'web/ui/hydration/lazy-hydration.tsx',
  'web/ui/hydration/use-ready.ts',
  'web/ui/icon.tsx',
  'web/ui/no-scripts-note.tsx',
  'web/ui/note.tsx',
  'web/ui/picture.tsx',
  'web/ui/spinner.tsx',
  'web/ui/toast.ts',
  'web/ui/toaster.tsx',
  'web/ui/verified-icon.tsx',
  'contract/client.ts',
  'contract/picture-sizes.ts',
]

// The cards of a category and of the home page, which fetches them at the first interaction.
const cardModules = [
  'web/components/product-card/book-unlisted.tsx',
  'web/components/product-card/product-card.tsx',
  'web/components/product-card/product-facts.tsx',
]

// Modules of every page with a form, and sentences with a name in them, of which most are on such pages.
const formModules = [
  'web/i18n/en/forms.ts',
  'web/lib/create-id.ts',
  'web/lib/get-form-text.ts',
  'web/ui/forms/field.tsx',
  'web/ui/forms/password-field.tsx',
  'web/ui/forms/submit.tsx',
  'web/ui/forms/use-checked-form.ts',
  'web/ui/forms/use-form-submit.ts',
  'web/ui/sentence-with-name.tsx',
]

// One file for the search and the search field of the home page.
const searchUrlModules = ['web/lib/search-url.ts', 'contract/text.ts']

// Modules of the pages with small cards: the search, the page of a bike, the page of a seller, the comparison.
const smallCardModules = [
  'web/components/compare-choice.tsx',
  'web/components/mini-card.tsx',
  'web/components/recent-bikes.tsx',
  'web/i18n/en/search.ts',
  'web/lib/guide-path.ts',
]

const isOneOf =
  (files: string[]) =>
  (moduleId: string): boolean =>
    files.some((file) => moduleId.endsWith(`/${file}`))

const isSharedModule = (moduleId: string): boolean =>
  isOneOf(sharedModules)(moduleId) ||
  /vite\/preload-helper|icons\/(?:arrow-right|bell|chevron-(?:left|right)|heart|megaphone|search|x)\.js/.test(moduleId)

export default defineConfig({
  appType: 'custom',
  builder: {},
  plugins: [react(), tailwind(), removePreloadHelper(), removeRouterWarnings(), compressOutput()],
  build: {
    // Scripts and styles are written for the oldest browsers of package.json's "browserslist".
    target: listBuildTargets(),
    // Inlines small pictures, and the fonts with only the Taka sign, because a late font would shift the prices.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? file.includes('anek-taka') : undefined),
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: ['web/app/entry-client.tsx', 'web/app/bootstrap.ts', 'web/offline/service-worker.ts'],
          // Sentences have the numbers of rules written into them, so no page loads a file for these.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            // Browsers identify a service worker by its URL, so its name has no hash.
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
            // The hash alone, as short as the bundler allows: every page's script lists the chunk names.
            chunkFileNames: 'assets/[hash:7].js',
            // React and the router rarely change, so their own chunk stays in the browser's cache.
            codeSplitting: {
              groups: [
                // Otherwise the bundler moves it into the entry, which imports it.
                { name: 'bootstrap', test: /web\/app\/bootstrap\.ts$/, priority: 3 },
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
                  priority: 2,
                },
                { name: 'shared', test: isSharedModule, priority: 1 },
                // The members' messages import the formats too, which would make them a file of their own.
                { name: 'bangla', test: /web\/i18n\/(?:bangla|format-bangla)\.ts$/, priority: 1 },
                { name: 'cards', test: isOneOf(cardModules), priority: 1 },
                // The icons of every menu of a member, of every row of an own list, and the frame of dialogs.
                { name: 'menu', test: /icons\/(?:banknote|handshake|message-circle)\.js/, priority: 1 },
                { name: 'rows', test: /icons\/(?:pencil|plus|trash-2)\.js|components\/whole-list\.ts/, priority: 1 },
                { name: 'dialog', test: /web\/ui\/modal(?:-head)?\.tsx/, priority: 1 },
                { name: 'forms', test: isOneOf(formModules), priority: 1 },
                { name: 'search-url', test: isOneOf(searchUrlModules), priority: 1 },
                {
                  name: 'small-cards',
                  test: isOneOf(smallCardModules),
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundling tree-shakes lucide, which otherwise loads its whole icon set. It also fixes React's production build: outside
      // of NODE_ENV=production the package loads the development build, and a page costs three times the CPU.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/app/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
      },
    },
  },
  publicDir: 'web/public',
})
