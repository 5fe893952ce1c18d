// One `vite build --app` makes both bundles: the browser's in dist/client, the one that renders pages in dist/server.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)
const worthSqueezing = /\.(?:js|css|svg|txt)$/

/**
 * Lays a .br and a .gz beside every text file of the browser's bundle, so that the server only has to hand them out.
 * It works on what was written, since Vite still changes the files after other plugins have seen them.
 */
const packed = (): Plugin => ({
  name: 'packed',
  applyToEnvironment: (environment) => environment.name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => worthSqueezing.test(name))
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name)
        const bytes = await readFile(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${path}.br`, await squeezeBrotli(bytes, { params }))
        await writeFile(`${path}.gz`, await squeezeGzip(bytes, { level: 9 }))
      }),
    )
  },
})

// What the entry and most screens need goes into one file: many small ones compress badly, and each is a request.
const sharedByScreens =
  /web\/(?:ui\/(?:icon|toaster|toast|heading|picture|note|field|submit|use-ready|use-checked-form|when-here|seal)|money|typed|session|document|routes|world|page-state|return-path|guard|app|warm-up|language|parts\/(?:product-card|product-facts|empty-stall|category-card|use-wish|top-bar|footer|layout|page-trouble|theme-button)|words\/en(?:-home)?)\.tsx?$|contract\/client|node_modules\/(?:react-hot-toast)/

export default defineConfig({
  appType: 'custom',
  builder: {},
  plugins: [react(), tailwind(), packed()],
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
          input: 'web/entry-client.tsx',
          output: {
            // A chunk is known by its hash alone: its name would stand in every page's script a second time.
            chunkFileNames: 'assets/[hash].js',
            // React and the router change seldom: in a file of their own they stay in the browser's cache.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 2 },
                { name: 'shared', test: sharedByScreens, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One icon of lucide costs one icon when bundled, and the whole set when imported.
      resolve: { noExternal: ['lucide'] },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
      },
    },
  },
  publicDir: 'web/public',
})
