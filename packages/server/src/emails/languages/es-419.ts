import spanish from './es-ES.ts'
import type { Texts } from './language.ts'

const texts: Texts = {
  ...spanish,
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: Tu contraseña cambió',
  'Your password was changed': 'Tu contraseña cambió',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se restableció la autenticación en dos pasos',
  'Two-factor authentication was reset': 'Se restableció la autenticación en dos pasos',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se crearon nuevos códigos de recuperación',
  'New recovery codes were created': 'Se crearon nuevos códigos de recuperación',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: Se usó un código de recuperación',
  'A recovery code was used': 'Se usó un código de recuperación',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: Se agregó una llave de acceso',
  'A passkey was added': 'Se agregó una llave de acceso',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Se eliminó una llave de acceso',
  'A passkey was removed': 'Se eliminó una llave de acceso',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}: Se agregó una dirección de correo',
  'An email address was added': 'Se agregó una dirección de correo',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Tus direcciones de correo cambiaron',
  'Your email addresses were changed': 'Tus direcciones de correo cambiaron',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se eliminó una dirección de correo',
  'An email address was removed': 'Se eliminó una dirección de correo',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se agregó un método de inicio de sesión',
  'A sign-in method was added': 'Se agregó un método de inicio de sesión',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se eliminó un método de inicio de sesión',
  'A sign-in method was removed': 'Se eliminó un método de inicio de sesión',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se aprobó un inicio de sesión desde la línea de comandos',
  'A command-line sign-in was approved': 'Se aprobó un inicio de sesión desde la línea de comandos',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Una aplicación obtuvo acceso a tu cuenta',
  'An app got access to your account': 'Una aplicación obtuvo acceso a tu cuenta',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'En la configuración de tu cuenta puedes ver qué puede hacer y quitarle el acceso en cualquier momento.',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se rechazó una copia de tu sesión',
  'A copy of your session was refused': 'Se rechazó una copia de tu sesión',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se agregó una llave de acceso a tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se agregó la dirección de correo {{subject}} a tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se agregó el inicio de sesión con {{subject}} a tu cuenta de {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Si fuiste tú, no tienes que hacer nada. Si no, deshazlo: así se restauran tus métodos de inicio de sesión anteriores y se cierran todas las sesiones de tu cuenta.',
  'This wasn’t me: undo it': 'No fui yo: deshacer',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Si fuiste tú, no tienes que hacer nada. Si no, usa el enlace que enviamos a la dirección de correo más antigua de tu cuenta o ponte en contacto con {{projectDisplayName}}.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Alguien se registró en {{projectDisplayName}} con tu dirección de correo. ¿Fuiste tú? Entonces verifica la dirección. El enlace funciona durante 7 días.',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Si no fuiste tú, puedes ignorar este correo o hacer que se elimine tu dirección de esa cuenta.',
  'If this isn’t you, you can ignore this email.': 'Si no fuiste tú, puedes ignorar este correo.',
  'It wasn’t me': 'No fui yo',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Alguien, esperamos que tú, solicitó una nueva contraseña en {{projectDisplayName}}. El enlace funciona una sola vez y caduca en una hora.',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Si no lo solicitaste, puedes ignorar este correo. Tu contraseña no cambiará.',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Ingresa este código para iniciar sesión o usa el botón. Funciona una sola vez y caduca en diez minutos.',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Si no intentaste iniciar sesión, puedes ignorar este correo. No compartas nunca el código con nadie.',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Te invitaron al equipo {{teamDisplayName}} de {{projectDisplayName}}. El enlace funciona una sola vez, durante 7 días.',
  'You are invited to sign in to {{projectDisplayName}}': 'Te invitaron a iniciar sesión en {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.': 'Te invitaron a iniciar sesión en {{projectDisplayName}}.',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Alguien que lee los correos de una de tus direcciones deshizo cambios en tu cuenta de {{projectDisplayName}} sin la aplicación de autenticación o la llave de acceso que se configuró desde entonces. Ese segundo factor se eliminará de tu cuenta el {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Si fuiste tú, no tienes que hacer nada. Si no, inicia sesión antes con ese segundo factor, con lo que se conservará, y cambia la contraseña de tu cuenta de correo.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'La autenticación en dos pasos en {{projectDisplayName}} cambió',
  'A second factor was removed': 'Se eliminó un segundo factor',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Si no fuiste tú, ponte en contacto con {{projectDisplayName}}. Este correo se envía a todas las direcciones de tu cuenta.',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Para continuar con el cambio en tu cuenta de {{projectDisplayName}}, ingresa este código. Funciona una sola vez y caduca en diez minutos.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'No compartas nunca este código con nadie. Si no lo solicitaste, otra persona inició sesión en tu cuenta: cambia la contraseña y se cerrarán las demás sesiones.',
  'Your API key at {{projectDisplayName}} was revoked': 'Tu clave de API de {{projectDisplayName}} fue revocada',
  'Your API key was leaked': 'Tu clave de API se filtró',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'La clave de API «{{apiKeyDescription}}» (termina en {{apiKeyLastFour}}) de {{projectDisplayName}} se encontró en un lugar público.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'La revocamos, así que ya no funciona. Crea una nueva y comprueba si se hizo un uso indebido de la anterior.',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'El registro DNS que verifica {{domain}} falta desde hace una semana. Quienes tienen una dirección de este dominio ya no son dirigidos a su proveedor de identidad en {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Para volver a verificar el dominio, restaura el registro y comprueba el dominio en la configuración.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Si no lo esperabas, elige a otro miembro para ello en la configuración del equipo.',
  'A connection was set up': 'Se configuró una conexión',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'La conexión {{connectionName}} se configuró con el enlace que se envió para ello y se activó. Ya se puede iniciar sesión con ella en {{projectDisplayName}}.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Si no lo esperabas, desactiva la conexión y revisa su configuración.',
  'You are invited to the project {{ownedDisplayName}}': 'Te invitaron al proyecto {{ownedDisplayName}}',
  'To accept, use the address that this email was sent to.':
    'Para aceptar, usa la dirección a la que se envió este correo.',
  'Some emails could not be sent': 'Algunos correos no se pudieron enviar',
  'Wasn’t this you?': '¿No fuiste tú?',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Desde entonces se configuró una aplicación de autenticación. Si la tienes, ingresa su código para eliminarla ahora. Si no, se eliminará en 72 horas: avisaremos a todas las direcciones de correo de tu cuenta y, si alguien inicia sesión antes con la aplicación, se conservará.',
  'The change has been undone': 'El cambio se deshizo',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Tu cuenta de {{project}} vuelve a tener los métodos de inicio de sesión de antes y se cerraron todas las sesiones.',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Alguien se registró en {{project}} con tu dirección de correo {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Si no fuiste tú, elimina tu dirección. La cuenta ya no podrá usarla.',
  'Your address has been removed': 'Tu dirección se eliminó',
  'This link has already been used': 'Este enlace ya se usó',
  'You’ve unsubscribed': 'Te diste de baja',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Desde entonces, las llaves de acceso se convirtieron en tu segundo factor. Las que se agregaron se eliminarán en 72 horas: avisaremos a todas las direcciones de correo de tu cuenta y, si alguien inicia sesión antes con una de ellas, se conservará.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'Las llaves de acceso que se agregaron desde entonces se eliminan el {{endsAt}}. Hasta entonces, para iniciar sesión se necesita una llave de acceso, o un código si tienes una aplicación de autenticación.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Tus códigos de recuperación dejarán de funcionar. Crea otros nuevos después en la configuración de tu cuenta.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Tu cuenta ya no tiene códigos de recuperación. Crea otros nuevos en la configuración de tu cuenta.',
  'It has expired. Sign in and check your account settings instead.':
    'Venció. Inicia sesión y revisa la configuración de tu cuenta.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Está incompleto o lo reemplazó un correo más reciente. Abre el correo más reciente y copia el enlace completo.',
  'Something went wrong': 'Algo salió mal',
  'Try again in a few minutes.': 'Vuelve a intentarlo en unos minutos.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'La dirección se verificó entretanto. Inicia sesión y elimínala en la configuración de la cuenta.',
}

export default texts
