import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rollup } from '@rollup/wasm-node'
import * as esbuild from 'esbuild'
import { build as buildWithVite, type Rolldown } from 'vite'
import webpack from 'webpack'

/** A file of a bundled app. */
export interface BundledFile {
  name: string
  code: string
  /** The module that the file was made for. Files that others share have none. */
  module?: string | null | undefined
  /** The files that a browser loads with this one. */
  imports: string[]
  /** The files that a browser may load later. */
  dynamicImports: string[]
}

/** Bundles a file for browsers, minified. The first result is the entry. */
type Bundler = (entry: string) => Promise<BundledFile[]>

/** Replaces React, which is not counted: bundlers refer to external modules in different ways. */
const reactStandIn = fileURLToPath(new URL('../react-stand-in.js', import.meta.url))
const reactNames = ['react', 'react/jsx-runtime', 'react-dom']
const alias = Object.fromEntries(reactNames.map((name) => [name, reactStandIn]))
const define = { 'process.env.NODE_ENV': '"production"' }

/** With their defaults: few apps change how their code is split. */
export const bundlers: Record<string, Bundler> = {
  Rollup: bundleWithRollup,
  Vite: bundleWithVite,
  webpack: bundleWithWebpack,
  esbuild: bundleWithEsbuild,
}

async function bundleWithRollup(input: string): Promise<BundledFile[]> {
  const resolveReact = (name: string) => (reactNames.includes(name) ? reactStandIn : null)
  const minify = (code: string) => esbuild.transform(code, { minify: true, format: 'esm', define })
  const bundle = await rollup({
    input,
    // About `'use client'`, which is for servers.
    onwarn: () => {},
    plugins: [
      { name: 'react', resolveId: resolveReact },
      nodeResolve({ browser: true }),
      { name: 'minify', renderChunk: minify },
    ],
  })
  return listChunks((await bundle.generate({ format: 'es' })).output)
}

async function bundleWithVite(input: string): Promise<BundledFile[]> {
  const built = await buildWithVite({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: reactNames.map((name) => ({ find: new RegExp(`^${name}$`), replacement: reactStandIn })) },
    build: { write: false, rolldownOptions: { input } },
  })
  return listChunks((built as Rolldown.RolldownOutput).output)
}

interface Chunk extends Pick<BundledFile, 'code' | 'imports' | 'dynamicImports'> {
  fileName: string
  facadeModuleId: string | null
}

function listChunks(output: (Chunk | { fileName: string })[]): BundledFile[] {
  return output.flatMap((file) => {
    if (!('code' in file)) return []
    const { fileName, code, facadeModuleId, imports, dynamicImports } = file
    return { name: fileName, code, module: facadeModuleId, imports, dynamicImports }
  })
}

async function bundleWithEsbuild(entry: string): Promise<BundledFile[]> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    define,
    alias,
    metafile: true,
    write: false,
    outdir: 'out',
    logLevel: 'error',
  })
  const codes = new Map(outputFiles.map(({ path, text }) => [path, text]))
  const files = Object.entries(metafile.outputs).map(([name, { imports, entryPoint }]) => {
    const listImports = (kind: string) => imports.filter((each) => each.kind === kind).map(({ path }) => path)
    return {
      name,
      code: codes.get(join(process.cwd(), name))!,
      module: entryPoint,
      imports: listImports('import-statement'),
      dynamicImports: listImports('dynamic-import'),
    }
  })
  const isEntry = ({ module }: BundledFile) => !!module && entry.endsWith(module)
  return [...files.filter(isEntry), ...files.filter((file) => !isEntry(file))]
}

async function bundleWithWebpack(entry: string): Promise<BundledFile[]> {
  const exactly = Object.fromEntries(reactNames.map((name) => [`${name}$`, reactStandIn]))
  const folder = join(dirname(entry), 'webpack')
  const compiler = webpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    output: { path: folder },
    resolve: { alias: exactly },
  })
  const { compilation } = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, stats) => (stats && !stats.hasErrors() ? resolve(stats) : reject(error ?? stats?.toString()))),
  )
  // Files that are loaded together, as an empty file that imports them.
  const groups = [...compilation.chunkGroups]
  const names = new Map(groups.map((group, index) => [group, `group ${index}`]))
  const loads = groups.map((group) => ({
    name: names.get(group)!,
    code: '',
    module: group.origins[0]?.request,
    imports: group.chunks.flatMap(({ files }) => [...files]),
    dynamicImports: [...group.childrenIterable].map((child) => names.get(child)!),
  }))
  const files = Object.keys(compilation.assets).map((name) => {
    return { name, code: readFileSync(join(folder, name), 'utf8'), imports: [], dynamicImports: [] }
  })
  return [...loads, ...files]
}
