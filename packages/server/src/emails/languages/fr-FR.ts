import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}} : Votre mot de passe a été modifié',
  'Your password was changed': 'Votre mot de passe a été modifié',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}} : L’authentification à deux facteurs est activée',
  'Two-factor authentication is on': 'L’authentification à deux facteurs est activée',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}} : L’authentification à deux facteurs est désactivée',
  'Two-factor authentication is off': 'L’authentification à deux facteurs est désactivée',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}} : L’authentification à deux facteurs a été réinitialisée',
  'Two-factor authentication was reset': 'L’authentification à deux facteurs a été réinitialisée',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}} : De nouveaux codes de secours ont été créés',
  'New recovery codes were created': 'De nouveaux codes de secours ont été créés',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}} : Un code de secours a été utilisé',
  'A recovery code was used': 'Un code de secours a été utilisé',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’authentification à deux facteurs de votre compte {{projectDisplayName}} a été désactivée par les responsables du service.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'Le {{changedAt}}, de nouveaux codes de secours ont été créés pour votre compte {{projectDisplayName}}, et les précédents ne fonctionnent plus.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'Le {{changedAt}}, quelqu’un s’est connecté à votre compte {{projectDisplayName}} avec l’un de vos codes de secours.',
  'Unused recovery codes: {{subject}}': 'Codes de secours non utilisés : {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}} : Une clé d’accès a été ajoutée',
  'A passkey was added': 'Une clé d’accès a été ajoutée',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}} : Une clé d’accès a été supprimée',
  'A passkey was removed': 'Une clé d’accès a été supprimée',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}} : Une adresse e-mail a été ajoutée',
  'An email address was added': 'Une adresse e-mail a été ajoutée',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}} : Vos adresses e-mail ont été modifiées',
  'Your email addresses were changed': 'Vos adresses e-mail ont été modifiées',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une adresse e-mail a été supprimée',
  'An email address was removed': 'Une adresse e-mail a été supprimée',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une méthode de connexion a été ajoutée',
  'A sign-in method was added': 'Une méthode de connexion a été ajoutée',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une méthode de connexion a été supprimée',
  'A sign-in method was removed': 'Une méthode de connexion a été supprimée',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une connexion en ligne de commande a été approuvée',
  'A command-line sign-in was approved': 'Une connexion en ligne de commande a été approuvée',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une application a obtenu l’accès à votre compte',
  'An app got access to your account': 'Une application a obtenu l’accès à votre compte',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une copie de votre session a été refusée',
  'A copy of your session was refused': 'Une copie de votre session a été refusée',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'Le {{changedAt}}, le mot de passe de votre compte {{projectDisplayName}} a été modifié.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’authentification à deux facteurs a été activée pour votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’authentification à deux facteurs a été désactivée pour votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, une clé d’accès a été ajoutée à votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, une clé d’accès de votre compte {{projectDisplayName}} a été supprimée.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse e-mail {{subject}} a été ajoutée à votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse e-mail {{subject}} de votre compte {{projectDisplayName}}, ou son utilisation, a été modifiée.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse e-mail {{subject}} a été supprimée de votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, la connexion avec {{subject}} a été ajoutée à votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, la connexion avec {{subject}} a été supprimée de votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, un programme en ligne de commande a été autorisé à se connecter à votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, {{subject}} a obtenu l’accès à votre compte {{projectDisplayName}}.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'Dans les paramètres de votre compte, vous pouvez voir ce qu’elle peut faire et lui retirer l’accès à tout moment.',
  'Review access': 'Vérifier l’accès',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'Le {{changedAt}}, quelqu’un a tenté d’utiliser une copie de votre session {{projectDisplayName}} en dehors de votre navigateur. Cette tentative a été refusée.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Si c’était vous, vous n’avez rien à faire. Sinon, annulez cette modification : cela rétablit vos méthodes de connexion précédentes et déconnecte tout le monde de votre compte.',
  'This wasn’t me: undo it': 'Ce n’était pas moi : annuler',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'Le lien fonctionne une seule fois et expire dans 7 jours. S’il ne fonctionne plus, réinitialisez votre mot de passe et contactez {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Si c’était vous, vous n’avez rien à faire. Sinon, utilisez le lien que nous avons envoyé à la plus ancienne adresse e-mail de votre compte, ou contactez {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Bonjour {{userDisplayName}},', 'Bonjour,'],
  'If the button does not work, open this link:': 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  'Verify your email at {{projectDisplayName}}': 'Vérifiez votre adresse e-mail pour {{projectDisplayName}}',
  'Verify your email': 'Vérifiez votre adresse e-mail',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'Le compte {{accountName}} de {{projectDisplayName}} souhaite utiliser cette adresse e-mail. Si ce compte est le vôtre, veuillez vérifier l’adresse. Le lien fonctionne pendant 7 jours.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Quelqu’un s’est inscrit sur {{projectDisplayName}} avec votre adresse e-mail. Était-ce vous ? Dans ce cas, veuillez vérifier l’adresse. Le lien fonctionne pendant 7 jours.',
  'Verify email': 'Vérifier l’adresse e-mail',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Si ce n’est pas vous, vous pouvez ignorer cet e-mail ou faire retirer votre adresse de ce compte.',
  'If this isn’t you, you can ignore this email.': 'Si ce n’est pas vous, vous pouvez ignorer cet e-mail.',
  'This isn’t my account': 'Ce n’est pas mon compte',
  'It wasn’t me': 'Ce n’était pas moi',
  'Reset your password at {{projectDisplayName}}': 'Réinitialisez votre mot de passe {{projectDisplayName}}',
  'Reset your password': 'Réinitialisez votre mot de passe',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Quelqu’un, vous nous l’espérons, a demandé un nouveau mot de passe pour {{projectDisplayName}}. Le lien fonctionne une seule fois et expire dans une heure.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Si vous n’avez pas fait cette demande, vous pouvez ignorer cet e-mail. Votre mot de passe ne changera pas.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}':
    'Connexion à {{projectDisplayName}} : votre code est {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Connexion à {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Saisissez ce code pour vous connecter, ou utilisez le bouton. Il fonctionne une seule fois et expire dans dix minutes.',
  'Sign in': 'Se connecter',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Si vous n’avez pas essayé de vous connecter, vous pouvez ignorer cet e-mail. Ne communiquez jamais le code à qui que ce soit.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Rejoignez {{teamDisplayName}} sur {{projectDisplayName}}',
  'Join {{teamDisplayName}}': 'Rejoignez {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Vous êtes invité à rejoindre l’équipe {{teamDisplayName}} sur {{projectDisplayName}}. Le lien fonctionne une seule fois, pendant 7 jours.',
  'Join the team': 'Rejoindre l’équipe',
  'If you do not know the team, you can ignore this email.':
    'Si vous ne connaissez pas cette équipe, vous pouvez ignorer cet e-mail.',
  'You are invited to sign in to {{projectDisplayName}}': 'Vous êtes invité à vous connecter à {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': 'Bienvenue sur {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Vous êtes invité à vous connecter à {{projectDisplayName}}.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Si vous ne connaissez pas {{projectDisplayName}}, vous pouvez ignorer cet e-mail.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'L’authentification à deux facteurs de {{projectDisplayName}} est sur le point de changer',
  'A second factor is about to be removed': 'Un second facteur est sur le point d’être supprimé',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Une personne qui lit les e-mails de l’une de vos adresses a annulé des modifications de votre compte {{projectDisplayName}}, sans l’application d’authentification ou la clé d’accès configurée depuis. Ce second facteur sera supprimé de votre compte le {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Si c’était vous, vous n’avez rien à faire. Sinon, connectez-vous d’ici là avec ce second facteur, ce qui le conserve, et changez le mot de passe de votre messagerie.',
  'This email goes to all addresses of your account.': 'Cet e-mail est envoyé à toutes les adresses de votre compte.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'L’authentification à deux facteurs de {{projectDisplayName}} a changé',
  'A second factor was removed': 'Un second facteur a été supprimé',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'Le {{endsAt}}, l’application d’authentification ou la clé d’accès configurée en dernier a été supprimée de votre compte {{projectDisplayName}}, comme annoncé trois jours plus tôt. Si vous aviez un autre second facteur auparavant, il fonctionne de nouveau.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Si ce n’était pas vous, contactez {{projectDisplayName}}. Cet e-mail est envoyé à toutes les adresses de votre compte.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} est votre code pour {{projectDisplayName}}',
  'Confirm your identity': 'Confirmez votre identité',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Pour poursuivre la modification de votre compte {{projectDisplayName}}, saisissez ce code. Il fonctionne une seule fois et expire dans dix minutes.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'Ne communiquez jamais ce code à qui que ce soit. Si vous ne l’avez pas demandé, quelqu’un d’autre est connecté à votre compte : changez votre mot de passe, ce qui met fin à toutes les autres sessions.',
  'Your API key at {{projectDisplayName}} was revoked': 'Votre clé API {{projectDisplayName}} a été révoquée',
  'Your API key was leaked': 'Votre clé API a été divulguée',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'La clé API « {{apiKeyDescription}} » (se terminant par {{apiKeyLastFour}}) de {{projectDisplayName}} a été trouvée dans un lieu public.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'Nous l’avons révoquée, elle ne fonctionne donc plus. Veuillez en créer une nouvelle et vérifier si l’ancienne a été utilisée abusivement.',
  'You received this email because you manage this key.': 'Vous recevez cet e-mail parce que vous gérez cette clé.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{domain}} n’est plus vérifié sur {{projectDisplayName}}',
  'A domain is no longer proven': 'Un domaine n’est plus vérifié',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'L’enregistrement DNS qui vérifie {{domain}} est absent depuis une semaine. Les personnes qui ont une adresse de ce domaine ne sont plus dirigées vers votre fournisseur d’identité sur {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Pour vérifier à nouveau le domaine, rétablissez l’enregistrement et contrôlez le domaine dans les paramètres.',
  'You received this email because you look after this domain.':
    'Vous recevez cet e-mail parce que vous vous occupez de ce domaine.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{connectionName}} est configurée sur {{projectDisplayName}}',
  'A connection was set up': 'Une connexion a été configurée',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'La connexion {{connectionName}} a été configurée avec le lien envoyé à cet effet, puis activée. Elle permet désormais de se connecter à {{projectDisplayName}}.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Les personnes qui ont une adresse e-mail de ces domaines y sont dirigées : {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Aucun domaine n’est encore vérifié : aucune adresse e-mail n’y mène.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Si vous ne vous y attendiez pas, désactivez la connexion et vérifiez ses paramètres.',
  'You received this email because you look after this connection.':
    'Vous recevez cet e-mail parce que vous vous occupez de cette connexion.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} s’est connecté à {{teamDisplayName}} sans le fournisseur d’identité',
  'Sign-in without the identity provider': 'Connexion sans le fournisseur d’identité',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} s’est connecté à {{projectDisplayName}} avec un mot de passe et un second facteur. Parmi les membres de {{teamDisplayName}}, cette personne est la seule à y être autorisée.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} peut se connecter à {{teamDisplayName}} sans le fournisseur d’identité',
  'A member may sign in without the identity provider': 'Un membre peut se connecter sans le fournisseur d’identité',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} a été désigné comme le seul membre de {{teamDisplayName}} autorisé à se connecter à {{projectDisplayName}} avec un mot de passe et un second facteur au lieu du fournisseur d’identité.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Si vous ne vous y attendiez pas, choisissez un autre membre dans les paramètres de l’équipe.',
  'You received this email because you look after how the team signs in.':
    'Vous recevez cet e-mail parce que vous vous occupez de la connexion de l’équipe.',
  'You are invited to the project {{ownedDisplayName}}': 'Vous êtes invité à rejoindre le projet {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': 'Rejoignez {{ownedDisplayName}}',
  'Hi,': 'Bonjour,',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Un propriétaire}} vous invite à rejoindre le projet « {{ownedDisplayName}} » avec le rôle {{role}}.',
  'You will have the same role in {{otherProjects}} of its team.':
    'Vous aurez le même rôle dans {{otherProjects}} de son équipe.',
  'To accept, use the address that this email was sent to.':
    'Pour accepter, utilisez l’adresse à laquelle cet e-mail a été envoyé.',
  'Join the project': 'Rejoindre le projet',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'Le lien fonctionne une seule fois et expire dans 7 jours. Si vous ne savez pas de qui il s’agit, ignorez cet e-mail.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'Envoi impossible : {{emailCount}} de {{projectDisplayName}}',
  'Some emails could not be sent': 'Certains e-mails n’ont pas pu être envoyés',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'Envoi impossible au cours du dernier jour : {{emailCount}} de {{projectDisplayName}}.',
  'See the reasons': 'Voir les raisons',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Vous recevez cet e-mail parce que vous êtes membre de l’équipe propriétaire de {{projectDisplayName}}.',
  '{{count}} email': '{{count}} e-mail',
  '{{count}} emails': '{{count}} e-mails',
  'the other project': 'l’autre projet',
  'the {{count}} other projects': 'les {{count}} autres projets',
  'Don’t want emails like this?': 'Vous ne voulez plus d’e-mails de ce type ?',
  Unsubscribe: 'Se désabonner',
  'Undo a change': 'Annuler une modification',
  'Wasn’t this you?': 'Ce n’était pas vous ?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'L’annulation rétablit les méthodes de connexion précédentes de votre compte et déconnecte tout le monde. Vous pourrez ensuite choisir un nouveau mot de passe.',
  'Undo and sign out everywhere': 'Annuler et déconnecter partout',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Une application d’authentification a été configurée depuis. Si vous l’avez, saisissez son code pour la supprimer maintenant. Sinon, elle sera supprimée dans 72 heures : nous prévenons toutes les adresses e-mail de votre compte, et une connexion avec l’application d’ici là la conserve.',
  'Code from the authenticator app (optional)': 'Code de l’application d’authentification (facultatif)',
  'This code is not right. Wait for the next one and try again.':
    'Ce code est incorrect. Attendez le suivant et réessayez.',
  'The change has been undone': 'La modification a été annulée',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Votre compte {{project}} a retrouvé ses méthodes de connexion précédentes, et tout le monde a été déconnecté.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'L’application d’authentification configurée depuis sera supprimée le {{endsAt}}. D’ici là, il faut son code pour se connecter, ou une clé d’accès si les clés d’accès sont aussi un second facteur.',
  'Choose a new password now, because someone may know the old one.':
    'Choisissez dès maintenant un nouveau mot de passe, car quelqu’un connaît peut-être l’ancien.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Réinitialisez dès maintenant votre mot de passe {{project}}, car quelqu’un connaît peut-être l’ancien.',
  'This isn’t me': 'Ce n’est pas moi',
  'Isn’t this you?': 'Ce n’est pas vous ?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Quelqu’un s’est inscrit sur {{project}} avec votre adresse e-mail {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'Le compte {{account}} de {{project}} souhaite utiliser votre adresse e-mail {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Si ce n’était pas vous, retirez votre adresse. Le compte ne pourra alors plus l’utiliser.',
  'Remove my address': 'Retirer mon adresse',
  'Your address has been removed': 'Votre adresse a été retirée',
  'The account at {{project}} can no longer use {{email}}.':
    'Le compte sur {{project}} ne peut plus utiliser {{email}}.',
  'This link has already been used': 'Ce lien a déjà été utilisé',
  'There’s nothing left to do.': 'Il n’y a plus rien à faire.',
  'Unsubscribe?': 'Se désabonner ?',
  'You’ll no longer get marketing emails from {{project}}.':
    'Vous ne recevrez plus d’e-mails marketing de {{project}}.',
  'You’ve unsubscribed': 'Vous êtes désabonné',
  'You’ve already unsubscribed': 'Vous êtes déjà désabonné',
  'The link is incomplete. Copy the whole link.': 'Le lien est incomplet. Copiez le lien en entier.',
  'Turn on JavaScript in your browser and open the link again.':
    'Activez JavaScript dans votre navigateur et ouvrez de nouveau le lien.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Depuis, les clés d’accès sont devenues votre second facteur. Celles qui ont été ajoutées seront supprimées dans 72 heures : nous prévenons toutes les adresses e-mail de votre compte, et une connexion avec l’une d’elles d’ici là la conserve.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'Les clés d’accès ajoutées depuis seront supprimées le {{endsAt}}. D’ici là, il faut une clé d’accès pour se connecter, ou un code si vous avez une application d’authentification.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Vos codes de secours ne fonctionneront plus. Créez-en de nouveaux ensuite dans les paramètres de votre compte.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Votre compte n’a plus de codes de secours. Créez-en de nouveaux dans les paramètres de votre compte.',
  'This link no longer works': 'Ce lien ne fonctionne plus',
  'It has expired. Sign in and check your account settings instead.':
    'Il a expiré. Connectez-vous et vérifiez plutôt les paramètres de votre compte.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Il est incomplet, ou un e-mail plus récent l’a remplacé. Ouvrez l’e-mail le plus récent et copiez le lien en entier.',
  'Something went wrong': 'Un problème est survenu',
  'Try again in a few minutes.': 'Réessayez dans quelques minutes.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Votre compte a une adresse e-mail plus ancienne que celle à laquelle ce lien a été envoyé. Utilisez le lien envoyé à cette adresse plus ancienne.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'L’adresse a été vérifiée entre-temps. Connectez-vous et supprimez-la dans les paramètres du compte.',
  owner: 'propriétaire',
  admin: 'administrateur',
  developer: 'développeur',
  support: 'assistance',
  viewer: 'lecteur',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Cette demande a expiré ou a été lancée dans un autre navigateur. Recommencez dans l’application qui vous a envoyé ici.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'L’application qui vous a envoyé ici a fait une demande que ce serveur n’accepte pas ({{error}}). Signalez-le à ses développeurs.',
  'You cannot be signed in': 'La connexion est impossible',
  'Sign out of {{name}}?': 'Se déconnecter de {{name}} ?',
  'Other apps that you opened with this account may sign you out, too.':
    'D’autres applications que vous avez ouvertes avec ce compte peuvent aussi vous déconnecter.',
  'Sign out': 'Se déconnecter',
  'Stay signed in': 'Rester connecté',
  'You are signed out': 'Vous êtes déconnecté',
  'You can close this page.': 'Vous pouvez fermer cette page.',
}

export default texts
