import spanish from './es-ES.ts'
import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  ...spanish,
  'Certificate expired': 'Certificado vencido',
  'Certificate expires {date}': 'El certificado vence el {date}',
  'Add identity provider': 'Agregar proveedor de identidad',
  Manage: 'Administrar',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'El proveedor de identidad agrega personas al equipo y las quita cuando se van (SCIM).',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Ingrésalo en el proveedor de identidad, junto con la dirección SCIM. No podrás volver a verlo.',
  "I've stored the token in a safe place.": 'Guardé el token en un lugar seguro.',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Quien ingresa una dirección de un dominio verificado en la página de inicio de sesión llega al proveedor de identidad.',
  'Add domain': 'Agregar dominio',
  'Enter a domain, such as example.com.': 'Ingresa un dominio, como example.com.',
  'Added {date}': 'Agregado el {date}',
  'Add this TXT record where the DNS of the domain is managed.':
    'Agrega este registro TXT donde se administra el DNS del dominio.',
  'Enter the whole URL, including https://.': 'Ingresa la URL completa, con https://.',
  Replace: 'Reemplazar',
  'Metadata is stored. Enter it again to change these settings.':
    'Hay metadatos guardados. Ingrésalos de nuevo para cambiar esta configuración.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Todas las personas que administran proveedores de identidad reciben un correo por cada inicio de sesión de este tipo.',
}

export default texts
