import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from '../packages/react/vitest.config.ts'

/**
 * Runs tests of the components with an older React, of which each folder here holds one. The newest runs them all;
 * these are the tests that render screens, which is where versions differ.
 */
export function testComponents(version: '18.2') {
  const modules = fileURLToPath(new URL(`./${version}/node_modules/`, import.meta.url))
  return defineConfig({
    ...base,

    resolve: {
      ...base.resolve,
      alias: [
        { find: /^(react|react-dom)(?=\/|$)/, replacement: `${modules}$1` },
        // Its module build, because what CommonJS requires is not looked up here.
        { find: /^@testing-library\/react$/, replacement: '@testing-library/react/dist/@testing-library/react.esm.js' },
      ],
    },
    test: {
      ...base.test,
      root: fileURLToPath(new URL('../packages/react', import.meta.url)),
      name: `react-${version}`,
      // None of them asks the real server.
      globalSetup: [],
      include: [
        'src/{sign-in,screens,user-button,styles,i18n,ui}/**/*.test.tsx',
        'src/account-settings/account-settings.test.tsx',
      ],
      exclude: ['src/testing/**', 'src/screens/hostile-links.test.tsx'],
      server: { deps: { inline: ['@testing-library/react'] } },
    },
  })
}
