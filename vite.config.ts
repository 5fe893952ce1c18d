// One `vite build --app` makes both bundles: the browser's in dist/client, the one that renders pages in dist/server.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

// Whatever the machine or a test calls itself: with another name the pages would ask for React's tools for developers,
// which the bundle does not hold, and each of them would answer 500.
// oxlint-disable-next-line eslint/no-restricted-properties -- it is set here, not read
process.env['NODE_ENV'] = 'production'

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)
const compressibleFile = /\.(?:js|css|svg|txt)$/

/** Says the same in fewer bytes than the builder's own minifier; about one in a hundred is gone (docs/decisions/0033). */
const shortened = async (name: string, bytes: Buffer): Promise<Buffer> => {
  if (!name.endsWith('.js')) return bytes
  const { code = '' } = await minify(bytes.toString(), {
    module: true,
    ecma: 2020,
    // The last two would save characters that brotli saves already, and make it find less that repeats.
    compress: { ecma: 2020, passes: 3, keep_fargs: false, collapse_vars: false, comparisons: false },
    // What is handed to a function is mostly called at once: between brackets the engine reads it once and not twice.
    format: { wrap_func_args: true },
  })
  return Buffer.from(code)
}

/**
 * Shortens the scripts of the browser's bundle and lays a .br and a .gz beside every text file, so that the server only
 * has to hand them out.
 * It works on what was written, since Vite still changes the files after other plugins have seen them.
 */
const packed = (): Plugin => ({
  name: 'packed',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => compressibleFile.test(name))
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name)
        const bytes = await shortened(name, await readFile(path))
        await writeFile(path, bytes)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${path}.br`, await squeezeBrotli(bytes, { params }))
        await writeFile(`${path}.gz`, await squeezeGzip(bytes, { level: 9 }))
      }),
    )
  },
})

/**
 * Vite wraps every import() so that the chunk's style sheets and imports are fetched beside it. There is one style sheet
 * and the page itself names the chunks of its screen, so the wrapper would only be weight on every page.
 */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})

// Most pages need these. One file compresses better than many small ones, and each file is a request.
const sharedModules = [
  'web/app/app.tsx',
  'web/app/document.tsx',
  'web/app/entry-client.tsx',
  'web/app/page-state.ts',
  'web/app/prefetch.ts',
  'web/app/routes.tsx',
  'web/components/product-card.tsx',
  'web/components/product-facts.tsx',
  'web/components/use-wish.ts',
  'web/context/app-context.ts',
  'web/i18n/en/core.ts',
  'web/i18n/en/home.ts',
  'web/i18n/en/namespaces.ts',
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
  'web/offline/offline-cache.ts',
  'web/pages/home/category-card.tsx',
  'web/session/auth-store.ts',
  'web/session/return-path.ts',
  'web/ui/await.tsx',
  'web/ui/heading.tsx',
  'web/ui/hydration/lazy-hydration.tsx',
  'web/ui/hydration/use-ready.ts',
  'web/ui/icon.tsx',
  'web/ui/note.tsx',
  'web/ui/picture.tsx',
  'web/ui/spinner.tsx',
  'web/ui/toast.ts',
  'web/ui/toaster.tsx',
  'web/ui/verified-icon.tsx',
  'contract/client.ts',
  'contract/picture-urls.ts',
]

// Every page with a form needs these.
const formModules = [
  'web/i18n/en/forms.ts',
  'web/lib/create-id.ts',
  'web/lib/get-form-text.ts',
  'web/ui/forms/field.tsx',
  'web/ui/forms/password-field.tsx',
  'web/ui/forms/submit.tsx',
  'web/ui/forms/use-checked-form.ts',
  'web/ui/forms/use-form-submit.ts',
]

const isOneOf =
  (files: string[]) =>
  (moduleId: string): boolean =>
    files.some((file) => moduleId.endsWith(`/${file}`))

const isSharedModule = (moduleId: string): boolean =>
  isOneOf(sharedModules)(moduleId) || /vite\/preload-helper|chevron-(?:left|right)/.test(moduleId)

export default defineConfig({
  appType: 'custom',
  builder: {},
  plugins: [react(), tailwind(), plainImports(), packed()],
  build: {
    // Pictures of a few hundred bytes travel in the style sheet; so do the fonts that hold only the Taka sign, because a
    // late font would move the prices. The logo stays a file, or every page would carry it twice.
    assetsInlineLimit: (file) => (/\.woff2$|logo-on-green/.test(file) ? file.includes('anek-taka') : undefined),
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: ['web/app/entry-client.tsx', 'web/app/bootstrap.ts', 'web/offline/service-worker.ts'],
          output: {
            // Browsers know the service worker by its address, which therefore stays the same.
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
            // A chunk is known by its hash alone: its name would stand in every page's script a second time.
            chunkFileNames: 'assets/[hash].js',
            // React and the router change seldom: in a file of their own they stay in the browser's cache.
            codeSplitting: {
              groups: [
                // Else the entry, which imports it, would take it in.
                { name: 'early', test: /web\/app\/bootstrap\.ts$/, priority: 3 },
                {
                  name: 'react',
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
                  priority: 2,
                },
                { name: 'shared', test: isSharedModule, priority: 1 },
                { name: 'forms', test: isOneOf(formModules), priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One icon of lucide costs one icon when bundled, and the whole set when imported. React taken from its package would
      // be the one for developers wherever NODE_ENV does not say otherwise, and a page would cost three times as much.
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
