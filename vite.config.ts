// One `vite build --app` makes both bundles: the browser's in dist/client, the one that renders pages in dist/server.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)
const worthSqueezing = /\.(?:js|css|svg|txt)$/

/** Lays a .br and a .gz beside every text file of the browser's bundle, so that the server only has to hand them out. */
const packed = (): Plugin => ({
  name: 'packed',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle(_, bundle) {
    const files = Object.values(bundle).filter((file) => worthSqueezing.test(file.fileName))
    await Promise.all(
      files.map(async (file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await squeezeBrotli(bytes, { params }) })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await squeezeGzip(bytes, { level: 9 }) })
      }),
    )
  },
})

export default defineConfig({
  appType: 'custom',
  builder: {},
  plugins: [react(), tailwind(), packed()],
  build: {
    // Pictures of a few hundred bytes travel in the style sheet; so do the fonts that hold only the Taka sign, because a
    // late font would move the prices.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? file.includes('anek-taka') : undefined),
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          output: {
            // React and the router change seldom: in a file of their own they stay in the browser's cache.
            codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// }] },
          },
        },
      },
    },
    ssr: {
      // One icon of lucide costs one icon when bundled, and the whole set when imported.
      resolve: { noExternal: ['lucide-react'] },
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
