import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: Tu contraseña ha cambiado',
  'Your password was changed': 'Tu contraseña ha cambiado',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}}: La autenticación en dos pasos está activada',
  'Two-factor authentication is on': 'La autenticación en dos pasos está activada',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}}: La autenticación en dos pasos está desactivada',
  'Two-factor authentication is off': 'La autenticación en dos pasos está desactivada',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha restablecido la autenticación en dos pasos',
  'Two-factor authentication was reset': 'Se ha restablecido la autenticación en dos pasos',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se han creado nuevos códigos de recuperación',
  'New recovery codes were created': 'Se han creado nuevos códigos de recuperación',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: Se ha usado un código de recuperación',
  'A recovery code was used': 'Se ha usado un código de recuperación',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'El {{changedAt}}, quienes gestionan el servicio desactivaron la autenticación en dos pasos en tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'El {{changedAt}} se crearon nuevos códigos de recuperación para tu cuenta de {{projectDisplayName}} y los anteriores dejaron de funcionar.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'El {{changedAt}} alguien inició sesión en tu cuenta de {{projectDisplayName}} con uno de tus códigos de recuperación.',
  'Unused recovery codes: {{subject}}': 'Códigos de recuperación sin usar: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: Se ha añadido una llave de acceso',
  'A passkey was added': 'Se ha añadido una llave de acceso',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Se ha eliminado una llave de acceso',
  'A passkey was removed': 'Se ha eliminado una llave de acceso',
  'An email address was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha añadido una dirección de correo',
  'An email address was added': 'Se ha añadido una dirección de correo',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Tus direcciones de correo han cambiado',
  'Your email addresses were changed': 'Tus direcciones de correo han cambiado',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha eliminado una dirección de correo',
  'An email address was removed': 'Se ha eliminado una dirección de correo',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha añadido un método de inicio de sesión',
  'A sign-in method was added': 'Se ha añadido un método de inicio de sesión',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha eliminado un método de inicio de sesión',
  'A sign-in method was removed': 'Se ha eliminado un método de inicio de sesión',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha aprobado un inicio de sesión desde la línea de comandos',
  'A command-line sign-in was approved': 'Se ha aprobado un inicio de sesión desde la línea de comandos',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Una aplicación ha obtenido acceso a tu cuenta',
  'An app got access to your account': 'Una aplicación ha obtenido acceso a tu cuenta',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: Se ha rechazado una copia de tu sesión',
  'A copy of your session was refused': 'Se ha rechazado una copia de tu sesión',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'El {{changedAt}} se cambió la contraseña de tu cuenta en {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'El {{changedAt}} se activó la autenticación en dos pasos en tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'El {{changedAt}} se desactivó la autenticación en dos pasos en tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se añadió una llave de acceso a tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'El {{changedAt}} se eliminó una llave de acceso de tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se añadió la dirección de correo {{subject}} a tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'El {{changedAt}} se cambió la dirección de correo {{subject}} de tu cuenta de {{projectDisplayName}}, o cómo se usa.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'El {{changedAt}} se eliminó la dirección de correo {{subject}} de tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se añadió el inicio de sesión con {{subject}} a tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'El {{changedAt}} se eliminó el inicio de sesión con {{subject}} de tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se permitió que un programa de línea de comandos iniciara sesión en tu cuenta de {{projectDisplayName}}.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'El {{changedAt}} se dio acceso a {{subject}} a tu cuenta de {{projectDisplayName}}.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'En los ajustes de tu cuenta puedes ver qué puede hacer y retirarle el acceso en cualquier momento.',
  'Review access': 'Revisar el acceso',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'El {{changedAt}} alguien intentó usar una copia de tu sesión de {{projectDisplayName}} fuera de tu navegador. El intento se rechazó.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Si has sido tú, no tienes que hacer nada. Si no, deshazlo: así se restauran tus métodos de inicio de sesión anteriores y se cierran todas las sesiones de tu cuenta.',
  'This wasn’t me: undo it': 'No he sido yo: deshacer',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'El enlace funciona una sola vez y caduca en 7 días. Si ya no funciona, restablece tu contraseña y ponte en contacto con {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Si has sido tú, no tienes que hacer nada. Si no, usa el enlace que hemos enviado a la dirección de correo más antigua de tu cuenta o ponte en contacto con {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Hola, {{userDisplayName}}:', 'Hola:'],
  'If the button does not work, open this link:': 'Si el botón no funciona, abre este enlace:',
  'Verify your email at {{projectDisplayName}}': 'Verifica tu correo en {{projectDisplayName}}',
  'Verify your email': 'Verifica tu correo',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'La cuenta {{accountName}} de {{projectDisplayName}} quiere usar esta dirección de correo. Si la cuenta es tuya, verifica la dirección. El enlace funciona durante 7 días.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Alguien se ha registrado en {{projectDisplayName}} con tu dirección de correo. ¿Has sido tú? Entonces verifica la dirección. El enlace funciona durante 7 días.',
  'Verify email': 'Verificar correo',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Si no has sido tú, puedes ignorar este correo o hacer que se elimine tu dirección de esa cuenta.',
  'If this isn’t you, you can ignore this email.': 'Si no has sido tú, puedes ignorar este correo.',
  'This isn’t my account': 'Esta cuenta no es mía',
  'It wasn’t me': 'No he sido yo',
  'Reset your password at {{projectDisplayName}}': 'Restablece tu contraseña de {{projectDisplayName}}',
  'Reset your password': 'Restablece tu contraseña',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Alguien, esperamos que tú, ha solicitado una nueva contraseña en {{projectDisplayName}}. El enlace funciona una sola vez y caduca en una hora.',
  'Choose a new password': 'Elegir una nueva contraseña',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Si no lo has solicitado, puedes ignorar este correo. Tu contraseña no cambiará.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}':
    'Inicia sesión en {{projectDisplayName}}: tu código es {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Inicia sesión en {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Introduce este código para iniciar sesión o usa el botón. Funciona una sola vez y caduca en diez minutos.',
  'Sign in': 'Iniciar sesión',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Si no has intentado iniciar sesión, puedes ignorar este correo. No compartas nunca el código con nadie.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Únete a {{teamDisplayName}} en {{projectDisplayName}}',
  'Join {{teamDisplayName}}': 'Únete a {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Te han invitado al equipo {{teamDisplayName}} de {{projectDisplayName}}. El enlace funciona una sola vez, durante 7 días.',
  'Join the team': 'Unirme al equipo',
  'If you do not know the team, you can ignore this email.': 'Si no conoces el equipo, puedes ignorar este correo.',
  'You are invited to sign in to {{projectDisplayName}}': 'Te han invitado a iniciar sesión en {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': 'Te damos la bienvenida a {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Te han invitado a iniciar sesión en {{projectDisplayName}}.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Si no conoces {{projectDisplayName}}, puedes ignorar este correo.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'La autenticación en dos pasos en {{projectDisplayName}} está a punto de cambiar',
  'A second factor is about to be removed': 'Un segundo factor está a punto de eliminarse',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Alguien que lee los correos de una de tus direcciones ha deshecho cambios en tu cuenta de {{projectDisplayName}} sin la aplicación de autenticación o la llave de acceso que se configuró desde entonces. Ese segundo factor se eliminará de tu cuenta el {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Si has sido tú, no tienes que hacer nada. Si no, inicia sesión antes con ese segundo factor, con lo que se conservará, y cambia la contraseña de tu cuenta de correo.',
  'This email goes to all addresses of your account.': 'Este correo se envía a todas las direcciones de tu cuenta.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'La autenticación en dos pasos en {{projectDisplayName}} ha cambiado',
  'A second factor was removed': 'Se ha eliminado un segundo factor',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'El {{endsAt}} se eliminó de tu cuenta de {{projectDisplayName}} la última aplicación de autenticación o llave de acceso que se configuró, como se anunció tres días antes. Si antes tenías otro segundo factor, vuelve a funcionar.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Si no has sido tú, ponte en contacto con {{projectDisplayName}}. Este correo se envía a todas las direcciones de tu cuenta.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} es tu código para {{projectDisplayName}}',
  'Confirm your identity': 'Confirma tu identidad',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Para continuar con el cambio en tu cuenta de {{projectDisplayName}}, introduce este código. Funciona una sola vez y caduca en diez minutos.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'No compartas nunca este código con nadie. Si no lo has solicitado, otra persona ha iniciado sesión en tu cuenta: cambia la contraseña y se cerrarán las demás sesiones.',
  'Your API key at {{projectDisplayName}} was revoked': 'Tu clave de API de {{projectDisplayName}} ha sido revocada',
  'Your API key was leaked': 'Tu clave de API se ha filtrado',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'La clave de API «{{apiKeyDescription}}» (termina en {{apiKeyLastFour}}) de {{projectDisplayName}} se ha encontrado en un lugar público.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'La hemos revocado, así que ya no funciona. Crea una nueva y comprueba si se ha hecho un uso indebido de la anterior.',
  'You received this email because you manage this key.': 'Recibes este correo porque gestionas esta clave.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{domain}} ya no está verificado en {{projectDisplayName}}',
  'A domain is no longer proven': 'Un dominio ya no está verificado',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'El registro DNS que verifica {{domain}} falta desde hace una semana. Quienes tienen una dirección de este dominio ya no son dirigidos a vuestro proveedor de identidad en {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Para volver a verificar el dominio, restaura el registro y comprueba el dominio en los ajustes.',
  'You received this email because you look after this domain.':
    'Recibes este correo porque te encargas de este dominio.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{connectionName}} está configurada en {{projectDisplayName}}',
  'A connection was set up': 'Se ha configurado una conexión',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'La conexión {{connectionName}} se ha configurado con el enlace que se envió para ello y se ha activado. Ya se puede iniciar sesión con ella en {{projectDisplayName}}.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Quienes tienen una dirección de correo de estos dominios son dirigidos a ella: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Todavía no hay ningún dominio verificado, así que ninguna dirección de correo lleva a ella.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Si no lo esperabas, desactiva la conexión y revisa sus ajustes.',
  'You received this email because you look after this connection.':
    'Recibes este correo porque te encargas de esta conexión.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} inició sesión en {{teamDisplayName}} sin el proveedor de identidad',
  'Sign-in without the identity provider': 'Inicio de sesión sin el proveedor de identidad',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} inició sesión en {{projectDisplayName}} con contraseña y segundo factor. De todos los miembros de {{teamDisplayName}}, solo esta persona puede hacerlo.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} puede iniciar sesión en {{teamDisplayName}} sin el proveedor de identidad',
  'A member may sign in without the identity provider': 'Un miembro puede iniciar sesión sin el proveedor de identidad',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    'Se ha elegido a {{memberName}} como el único miembro de {{teamDisplayName}} que puede iniciar sesión en {{projectDisplayName}} con contraseña y segundo factor en lugar del proveedor de identidad.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Si no lo esperabas, elige a otro miembro para ello en los ajustes del equipo.',
  'You received this email because you look after how the team signs in.':
    'Recibes este correo porque te ocupas de cómo inicia sesión el equipo.',
  'You are invited to the project {{ownedDisplayName}}': 'Te han invitado al proyecto {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': 'Únete a {{ownedDisplayName}}',
  'Hi,': 'Hola:',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Un propietario}} te invita al proyecto «{{ownedDisplayName}}» con el rol {{role}}.',
  'You will have the same role in {{otherProjects}} of its team.':
    'Tendrás el mismo rol en {{otherProjects}} de su equipo.',
  'To accept, use the address that this email was sent to.':
    'Para aceptar, usa la dirección a la que se ha enviado este correo.',
  'Join the project': 'Unirme al proyecto',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'El enlace funciona una sola vez y caduca en 7 días. Si no sabes quién es, ignora este correo.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'No enviado: {{emailCount}} de {{projectDisplayName}}',
  'Some emails could not be sent': 'Algunos correos no se han podido enviar',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'No enviado en el último día: {{emailCount}} de {{projectDisplayName}}.',
  'See the reasons': 'Ver los motivos',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Recibes este correo porque formas parte del equipo propietario de {{projectDisplayName}}.',
  '{{count}} email': '{{count}} correo',
  '{{count}} emails': '{{count}} correos',
  'the other project': 'el otro proyecto',
  'the {{count}} other projects': 'los otros {{count}} proyectos',
  'Don’t want emails like this?': '¿No quieres correos como este?',
  Unsubscribe: 'Darme de baja',
  'Undo a change': 'Deshacer un cambio',
  'Wasn’t this you?': '¿No has sido tú?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'Al deshacerlo se restauran los métodos de inicio de sesión que tenía tu cuenta y se cierran todas las sesiones. Después puedes elegir una nueva contraseña.',
  'Undo and sign out everywhere': 'Deshacer y cerrar todas las sesiones',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Desde entonces se ha configurado una aplicación de autenticación. Si la tienes, introduce su código para eliminarla ahora. Si no, se eliminará en 72 horas: avisaremos a todas las direcciones de correo de tu cuenta y, si alguien inicia sesión antes con la aplicación, se conservará.',
  'Code from the authenticator app (optional)': 'Código de la aplicación de autenticación (opcional)',
  'This code is not right. Wait for the next one and try again.':
    'Este código no es correcto. Espera al siguiente e inténtalo de nuevo.',
  'The change has been undone': 'El cambio se ha deshecho',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Tu cuenta de {{project}} vuelve a tener los métodos de inicio de sesión de antes y se han cerrado todas las sesiones.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'La aplicación de autenticación que se configuró desde entonces se elimina el {{endsAt}}. Hasta entonces, para iniciar sesión se necesita su código, o una llave de acceso si las llaves de acceso también son un segundo factor.',
  'Choose a new password now, because someone may know the old one.':
    'Elige ahora una nueva contraseña, porque alguien podría conocer la anterior.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Restablece ahora tu contraseña en {{project}}, porque alguien podría conocer la anterior.',
  'This isn’t me': 'No soy yo',
  'Isn’t this you?': '¿No eres tú?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Alguien se ha registrado en {{project}} con tu dirección de correo {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'La cuenta {{account}} de {{project}} quiere usar tu dirección de correo {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Si no has sido tú, elimina tu dirección. La cuenta ya no podrá usarla.',
  'Remove my address': 'Eliminar mi dirección',
  'Your address has been removed': 'Tu dirección se ha eliminado',
  'The account at {{project}} can no longer use {{email}}.': 'La cuenta de {{project}} ya no puede usar {{email}}.',
  'This link has already been used': 'Este enlace ya se ha usado',
  'There’s nothing left to do.': 'No queda nada por hacer.',
  'Unsubscribe?': '¿Darte de baja?',
  'You’ll no longer get marketing emails from {{project}}.': 'Dejarás de recibir correos promocionales de {{project}}.',
  'You’ve unsubscribed': 'Te has dado de baja',
  'You’ve already unsubscribed': 'Ya te habías dado de baja',
  'The link is incomplete. Copy the whole link.': 'El enlace está incompleto. Copia el enlace entero.',
  'Turn on JavaScript in your browser and open the link again.':
    'Activa JavaScript en el navegador y vuelve a abrir el enlace.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Desde entonces, las llaves de acceso se han convertido en tu segundo factor. Las que se han añadido se eliminarán en 72 horas: avisaremos a todas las direcciones de correo de tu cuenta y, si alguien inicia sesión antes con una de ellas, se conservará.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'Las llaves de acceso que se añadieron desde entonces se eliminan el {{endsAt}}. Hasta entonces, para iniciar sesión se necesita una llave de acceso, o un código si tienes una aplicación de autenticación.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Tus códigos de recuperación dejarán de funcionar. Crea otros nuevos después en los ajustes de tu cuenta.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Tu cuenta ya no tiene códigos de recuperación. Crea otros nuevos en los ajustes de tu cuenta.',
  'This link no longer works': 'Este enlace ya no funciona',
  'It has expired. Sign in and check your account settings instead.':
    'Ha caducado. Inicia sesión y revisa los ajustes de tu cuenta.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Está incompleto o lo ha sustituido un correo más reciente. Abre el correo más reciente y copia el enlace completo.',
  'Something went wrong': 'Algo ha ido mal',
  'Try again in a few minutes.': 'Vuelve a intentarlo dentro de unos minutos.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Tu cuenta tiene una dirección de correo más antigua que aquella a la que se envió este enlace. Usa el enlace que se envió a esa dirección.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'La dirección se ha verificado entretanto. Inicia sesión y elimínala en los ajustes de la cuenta.',
  owner: 'propietario',
  admin: 'administrador',
  developer: 'desarrollador',
  support: 'soporte',
  viewer: 'lector',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Esta solicitud ha caducado o se inició en otro navegador. Vuelve a empezar en la aplicación desde la que has llegado.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'La aplicación desde la que has llegado ha enviado una solicitud que este servidor no acepta ({{error}}). Avisa a sus desarrolladores.',
  'You cannot be signed in': 'No se puede iniciar sesión',
  'Sign out of {{name}}?': '¿Cerrar sesión en {{name}}?',
  'Other apps that you opened with this account may sign you out, too.':
    'Es posible que otras aplicaciones que abriste con esta cuenta también cierren tu sesión.',
  'Sign out': 'Cerrar sesión',
  'Stay signed in': 'Mantener la sesión iniciada',
  'You are signed out': 'Has cerrado sesión',
  'You can close this page.': 'Puedes cerrar esta página.',
}

export default texts
