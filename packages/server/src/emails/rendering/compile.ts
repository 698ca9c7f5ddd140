import { transform } from 'sucrase'

/** A source of an e-mail as a script for the sandbox: types are dropped, JSX and imports become calls. */
export function compileSource(tsx: string): string {
  const { code } = transform(tsx, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
    // Every name of the sandbox's modules is there, so that nothing of `default` has to be guessed.
    enableLegacyTypeScriptModuleInterop: false,
  })
  return code
}
