import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/demo/',
  plugins: [react()],
  build: {
    // No inline scripts or styles, so that the page works with a strict Content-Security-Policy.
    assetsInlineLimit: 0,
  },
})
