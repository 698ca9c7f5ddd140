import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/demo/',
  plugins: [react()],
  build: {
    // Nothing inline, so that the page works under a Content-Security-Policy without exceptions.
    assetsInlineLimit: 0,
  },
})
