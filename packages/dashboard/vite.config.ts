import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: 'dist/app',
    // Nothing inline, so that the pages work under a Content-Security-Policy without exceptions.
    assetsInlineLimit: 0,
  },
})
