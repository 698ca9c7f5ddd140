import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'Probar',
  Domain: 'Dominio',
  'All identity providers': 'Todos los proveedores de identidad',
  Steps: 'Pasos',
  done: 'hecho',
  Name: 'Nombre',
  Delete: 'Eliminar',
  'Not set up yet': 'Aún sin configurar',
  Off: 'Desactivado',
  'Certificate expired': 'Certificado caducado',
  'Metadata unreachable': 'Metadatos inaccesibles',
  'Certificate expires {date}': 'El certificado caduca el {date}',
  'Identity providers': 'Proveedores de identidad',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'Los miembros inician sesión con el proveedor de identidad de su empresa, como Entra ID, Okta o Google Workspace.',
  'Add identity provider': 'Añadir proveedor de identidad',
  'Last sign-in {time}': 'Último inicio de sesión: {time}',
  'No sign-ins yet': 'Aún no hay inicios de sesión',
  Manage: 'Gestionar',
  "This isn't the name.": 'Ese no es el nombre.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'Se cerrará la sesión de quienes hayan entrado con él. Sus cuentas se conservan, pero ya no podrán usarse de esta forma. Esta acción no se puede deshacer.',
  'First complete the set-up step.': 'Completa primero la configuración.',
  'People can sign in with {name}.': 'Se puede iniciar sesión con {name}.',
  'Once it is on, people can sign in with {name}.': 'Cuando esté activado, se podrá iniciar sesión con {name}.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    'Prueba primero el inicio de sesión, para que nadie llegue a un proveedor que no funciona.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    '¿Desactivarlo? Se cerrará la sesión de quienes hayan entrado con él y nadie podrá usarlo.',
  Directory: 'Directorio',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'El proveedor de identidad añade personas al equipo y las quita cuando se van (SCIM).',
  'Create token': 'Crear token',
  'Your new token': 'Tu nuevo token',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'Introdúcelo en el proveedor de identidad, junto con la dirección SCIM. No podrás volver a verlo.',
  "I've stored the token in a safe place.": 'He guardado el token en un lugar seguro.',
  'New token': 'Nuevo token',
  'Create a new token? The one you have now works for another day.':
    '¿Crear un token nuevo? El que tienes ahora funciona un día más.',
  'Yes, create it': 'Sí, crearlo',
  'Delete the directory? Its token stops working. Members stay in the team.':
    '¿Eliminar el directorio? Su token dejará de funcionar. Los miembros siguen en el equipo.',
  'SCIM address': 'Dirección SCIM',
  'Active users: {count}': 'Personas activas: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    'El token anterior (termina en {lastFour}) funciona hasta el {date}',
  'Email domains': 'Dominios de correo',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'Quien introduce una dirección de un dominio verificado en la página de inicio de sesión llega al proveedor de identidad.',
  'Add domain': 'Añadir dominio',
  'Enter a domain, such as example.com.': 'Introduce un dominio, como example.com.',
  "Anyone can get an address at this domain, so it can't be used.":
    'Cualquiera puede obtener una dirección de este dominio, por lo que no se puede usar.',
  'Last checked {time}': 'Última comprobación: {time}',
  'Added {date}': 'Añadido el {date}',
  'Show record': 'Mostrar registro',
  'The record has to stay. We check it every week.': 'El registro debe permanecer. Lo comprobamos cada semana.',
  'Add this TXT record where the DNS of the domain is managed.':
    'Añade este registro TXT donde se gestiona el DNS del dominio.',
  Value: 'Valor',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    'El registro falta desde el {date}. Tras una semana, el dominio dejará de estar verificado.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '¿Quitar {domain}? Quienes tengan una dirección de este dominio ya no llegarán al proveedor de identidad.',
  'Check now': 'Comprobar ahora',
  Verified: 'Verificado',
  'Not verified': 'Sin verificar',
  'Record missing': 'Falta el registro',
  'The record was found. The domain is verified.': 'Se encontró el registro. El dominio está verificado.',
  'The record was not found. It can take an hour until a new record is visible.':
    'No se encontró el registro. Un registro nuevo puede tardar una hora en verse.',
  'The name servers of the domain did not respond. Try again in a minute.':
    'Los servidores de nombres del dominio no respondieron. Inténtalo de nuevo en un minuto.',
  'The record was found, but another team has verified this domain.':
    'Se encontró el registro, pero otro equipo ha verificado este dominio.',
  'Members see it when they sign in.': 'Los miembros lo ven al iniciar sesión.',
  'Identity provider': 'Proveedor de identidad',
  'Another one': 'Otro',
  Protocol: 'Protocolo',
  'What most companies use.': 'Lo que usa la mayoría de las empresas.',
  'Less to set up.': 'Menos que configurar.',
  'For providers without OpenID Connect.': 'Para proveedores sin OpenID Connect.',
  'Enter the whole URL, including https://.': 'Introduce la URL completa, con https://.',
  'Copy this value from the identity provider.': 'Copia este valor del proveedor de identidad.',
  Issuer: 'Emisor (issuer)',
  'Authorization URL': 'URL de autorización',
  'Token URL': 'URL de tokens',
  'User info URL': 'URL de información del usuario',
  'Client ID': 'ID de cliente',
  'Client secret': 'Secreto de cliente',
  'Stored encrypted and never shown again.': 'Se guarda cifrado y no se vuelve a mostrar.',
  Scopes: 'Scopes',
  'Separated by spaces. Some providers need one for groups.':
    'Separados por espacios. Algunos proveedores necesitan uno para los grupos.',
  Replace: 'Sustituir',
  'A secret is stored. It is never shown.': 'Hay un secreto guardado. Nunca se muestra.',
  'Metadata URL or XML': 'URL de metadatos o XML',
  'Metadata is stored. Enter it again to change these settings.':
    'Hay metadatos guardados. Introdúcelos de nuevo para cambiar estos ajustes.',
  'A URL is read again every day, so that new certificates are known in time.':
    'Una URL se vuelve a leer cada día, para conocer a tiempo los certificados nuevos.',
  'Sign-ins may start at the provider': 'Los inicios de sesión pueden empezar en el proveedor',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'Para los mosaicos de su portal de aplicaciones. Llevan a la página de inicio de sesión de esta aplicación.',
  'Save and continue': 'Guardar y continuar',
  'Stop requiring it': 'Dejar de exigirlo',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    '¿Dejar de exigirlo? Los miembros podrían volver a iniciar sesión con contraseñas, códigos y otros proveedores.',
  'Yes, stop requiring it': 'Sí, dejar de exigirlo',
  'Only through the provider': 'Solo a través del proveedor',
  'Members sign in only with an identity provider of the team.':
    'Los miembros solo inician sesión con un proveedor de identidad del equipo.',
  'Members choose how they sign in.': 'Los miembros eligen cómo iniciar sesión.',
  '{name} can also sign in with a password and a second factor.':
    '{name} también puede iniciar sesión con contraseña y segundo factor.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    'Antes de poder exigirlo, activa un proveedor de identidad y prueba el inicio de sesión.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    'Antes de poder exigirlo, estos miembros necesitan una dirección verificada de un dominio verificado o haber iniciado sesión una vez con el proveedor de identidad: {names}',
  '{names} and {count} more': '{names} y {count} más',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'Quiero poder iniciar sesión también con mi contraseña y mi segundo factor, por si falla el proveedor.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Todas las personas que gestionan proveedores de identidad reciben un correo por cada inicio de sesión de este tipo.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    '¿Exigirlo? Las contraseñas, códigos, llaves de acceso, otros proveedores y claves de API existentes dejarán de funcionar para los miembros, y se cerrará la sesión de quienes hayan entrado de otra forma.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    'Inicia sesión primero con el proveedor de identidad, para no quedarte sin acceso.',
  'At the identity provider': 'En el proveedor de identidad',
  'From the identity provider': 'Del proveedor de identidad',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    'Inicia sesión en el proveedor en una pestaña nueva. Aquí tu sesión sigue abierta y no se crea ninguna cuenta.',
  'Waiting for you to sign in at {name} …': 'Esperando a que inicies sesión en {name} …',
  'Test sign-in': 'Probar inicio de sesión',
  "It doesn't work yet.": 'Todavía no funciona.',
  'Account at the provider': 'Cuenta en el proveedor',
  Groups: 'Grupos',
  'Permissions in the team': 'Permisos en el equipo',
  'It works. This person would have signed in:': 'Funciona. Esta persona habría iniciado sesión:',
  None: 'Ninguno',
  '(verified)': '(verificada)',
  "(not verified, because its domain isn't)": '(sin verificar, porque su dominio no lo está)',
  'Not saved: {reason}': 'No se guardó: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'Sin un directorio, quienes dejan la empresa siguen con la sesión iniciada y sus claves de API funcionan hasta que los quites del equipo.',
}

export default texts
