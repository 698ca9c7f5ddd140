import { randomUUID } from 'node:crypto'
import { type AccessType, uuidSource } from '@latchkey/contract'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import { detectImageFormat, type ImageFormat } from './image-format.ts'
import { deleteFilesExcept, insertFile } from './queries.ts'

export type ImageFolder = 'user-profile-images' | 'team-profile-images' | 'team-member-profile-images' | 'project-logos'

/** Clients compress portraits to 0.1 MB, because they are shown small and in long lists. Logos may be larger. */
const maxPortraitBytes = 104_857
const maxLogoBytes = 1_000_000
const dataUrl = /^data:image\/([A-Za-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/
const storedImageId = new RegExp(`/(${uuidSource})\\.[a-z]{3,4}$`)
const labelledFormats: ReadonlyMap<string, ImageFormat> = new Map([
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['gif', 'gif'],
  ['bmp', 'bmp'],
  ['webp', 'webp'],
])

export interface ImageOwner {
  folder: ImageFolder
  /** The ID of the user, team or project that the image belongs to. */
  ownerId: string
}

/**
 * The URL to store for an image. A data URL is validated, stored as a file and replaced by our URL. URLs of other hosts are
 * stored unchanged; clients may not use them.
 */
export async function storeImage(
  db: Db,
  projectId: string,
  image: ImageOwner & { url: string | null; access: AccessType; baseUrl: string; now: Date },
): Promise<string | null> {
  if (image.url === null) return null
  if (image.access !== 'client' && /^https?:\/\//i.test(image.url)) return image.url
  const [, label, base64] = dataUrl.exec(image.url) ?? []
  const labelled = labelledFormats.get(label ?? '')
  if (!base64 || (image.access === 'client' && !labelled)) {
    throw new PlainError(400, 'The image must be a base64 data URL of a PNG, JPEG, GIF, BMP or WebP image.')
  }
  const content = Buffer.from(base64, 'base64')
  const detected = detectImageFormat(content)
  if (!detected) throw new PlainError(400, 'The image could not be read. Use a PNG, JPEG, GIF, BMP or WebP image.')
  if (labelled && labelled !== detected)
    throw new PlainError(400, `The image is labeled as ${label} but is ${detected}.`)
  const maxBytes = image.folder === 'project-logos' ? maxLogoBytes : maxPortraitBytes
  if (content.byteLength > maxBytes) throw new PlainError(400, `The image is larger than ${maxBytes} bytes.`)

  const id = randomUUID()
  const { folder, ownerId, now } = image
  await insertFile(db, projectId, { folder, id, ownerId, contentType: `image/${detected}`, content, now })
  return `${image.baseUrl}/files/${projectId}/${folder}/${id}.${detected}`
}

/** Deletes the files of an owner that none of these URLs refers to. Never those of others, even if a URL was copied. */
export async function deleteUnusedImages(
  db: Db,
  projectId: string,
  owner: ImageOwner,
  shownUrls: (string | null | undefined)[],
): Promise<void> {
  const shownIds = shownUrls.flatMap((url) => storedImageId.exec(url ?? '')?.[1] ?? [])
  await deleteFilesExcept(db, projectId, owner, shownIds)
}
