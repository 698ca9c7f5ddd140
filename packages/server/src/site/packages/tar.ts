const blockBytes = 512

/** A file of a tar archive (ustar). Without times and owners, so that the same files are the same archive. */
export function tarEntry(path: string, content: Uint8Array, { isExecutable = false } = {}): Buffer {
  const [prefix, name] = splitPath(path)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100)
  header.write(isExecutable ? '0000755\0' : '0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${toOctal(content.length, 11)}\0`, 124)
  header.write(`${toOctal(0, 11)}\0`, 136)
  // The checksum counts its own field as spaces.
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${toOctal(sum, 6)}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)])
}

export const endOfTar = Buffer.alloc(2 * blockBytes)

/** Names have 100 bytes, and the folders in front of them another field of 155. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return [prefix, name]
  }
  throw new Error(`The path is too long for a tar archive: ${path}`)
}

function toOctal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
