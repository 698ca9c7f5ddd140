import french from './fr-FR.ts'
import type { Texts } from './language.ts'

const texts: Texts = {
  ...french,
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}} : Une adresse courriel a été ajoutée',
  'An email address was added': 'Une adresse courriel a été ajoutée',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}} : Vos adresses courriel ont été modifiées',
  'Your email addresses were changed': 'Vos adresses courriel ont été modifiées',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}} : Une adresse courriel a été supprimée',
  'An email address was removed': 'Une adresse courriel a été supprimée',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse courriel {{subject}} a été ajoutée à votre compte {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse courriel {{subject}} de votre compte {{projectDisplayName}}, ou son utilisation, a été modifiée.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Le {{changedAt}}, l’adresse courriel {{subject}} a été supprimée de votre compte {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Si c’était vous, vous n’avez rien à faire. Sinon, utilisez le lien que nous avons envoyé à la plus ancienne adresse courriel de votre compte, ou contactez {{projectDisplayName}}.',
  'Verify your email at {{projectDisplayName}}': 'Vérifiez votre adresse courriel pour {{projectDisplayName}}',
  'Verify your email': 'Vérifiez votre adresse courriel',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'Le compte {{accountName}} de {{projectDisplayName}} souhaite utiliser cette adresse courriel. Si ce compte est le vôtre, veuillez vérifier l’adresse. Le lien fonctionne pendant 7 jours.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Quelqu’un s’est inscrit sur {{projectDisplayName}} avec votre adresse courriel. Était-ce vous? Dans ce cas, veuillez vérifier l’adresse. Le lien fonctionne pendant 7 jours.',
  'Verify email': 'Vérifier l’adresse courriel',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Si ce n’est pas vous, vous pouvez ignorer ce courriel ou faire retirer votre adresse de ce compte.',
  'If this isn’t you, you can ignore this email.': 'Si ce n’est pas vous, vous pouvez ignorer ce courriel.',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Si vous n’avez pas fait cette demande, vous pouvez ignorer ce courriel. Votre mot de passe ne changera pas.',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Si vous n’avez pas essayé de vous connecter, vous pouvez ignorer ce courriel. Ne communiquez jamais le code à qui que ce soit.',
  'If you do not know the team, you can ignore this email.':
    'Si vous ne connaissez pas cette équipe, vous pouvez ignorer ce courriel.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Si vous ne connaissez pas {{projectDisplayName}}, vous pouvez ignorer ce courriel.',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Une personne qui lit les courriels de l’une de vos adresses a annulé des modifications de votre compte {{projectDisplayName}}, sans l’application d’authentification ou la clé d’accès configurée depuis. Ce second facteur sera supprimé de votre compte le {{endsAt}}.',
  'This email goes to all addresses of your account.': 'Ce courriel est envoyé à toutes les adresses de votre compte.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Si ce n’était pas vous, contactez {{projectDisplayName}}. Ce courriel est envoyé à toutes les adresses de votre compte.',
  'You received this email because you manage this key.': 'Vous recevez ce courriel parce que vous gérez cette clé.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Les personnes qui ont une adresse courriel de ces domaines y sont dirigées : {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Aucun domaine n’est encore vérifié : aucune adresse courriel n’y mène.',
  'You received this email because you look after this connection.':
    'Vous recevez ce courriel parce que vous vous occupez de cette connexion.',
  'You received this email because you look after this domain.':
    'Vous recevez ce courriel parce que vous vous occupez de ce domaine.',
  'You received this email because you look after how the team signs in.':
    'Vous recevez ce courriel parce que vous vous occupez de la connexion de l’équipe.',
  'To accept, use the address that this email was sent to.':
    'Pour accepter, utilisez l’adresse à laquelle ce courriel a été envoyé.',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'Le lien fonctionne une seule fois et expire dans 7 jours. Si vous ne savez pas de qui il s’agit, ignorez ce courriel.',
  'Some emails could not be sent': 'Certains courriels n’ont pas pu être envoyés',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Vous recevez ce courriel parce que vous êtes membre de l’équipe propriétaire de {{projectDisplayName}}.',
  '{{count}} email': '{{count}} courriel',
  '{{count}} emails': '{{count}} courriels',
  'Don’t want emails like this?': 'Vous ne voulez plus de courriels de ce type?',
  'Wasn’t this you?': 'Ce n’était pas vous?',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Une application d’authentification a été configurée depuis. Si vous l’avez, saisissez son code pour la supprimer maintenant. Sinon, elle sera supprimée dans 72 heures : nous prévenons toutes les adresses courriel de votre compte, et une connexion avec l’application d’ici là la conserve.',
  'Isn’t this you?': 'Ce n’est pas vous?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Quelqu’un s’est inscrit sur {{project}} avec votre adresse courriel {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'Le compte {{account}} de {{project}} souhaite utiliser votre adresse courriel {{email}}.',
  'Unsubscribe?': 'Se désabonner?',
  'You’ll no longer get marketing emails from {{project}}.':
    'Vous ne recevrez plus de courriels marketing de {{project}}.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Depuis, les clés d’accès sont devenues votre second facteur. Celles qui ont été ajoutées seront supprimées dans 72 heures : nous prévenons toutes les adresses courriel de votre compte, et une connexion avec l’une d’elles d’ici là la conserve.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Il est incomplet, ou un courriel plus récent l’a remplacé. Ouvrez le courriel le plus récent et copiez le lien en entier.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Votre compte a une adresse courriel plus ancienne que celle à laquelle ce lien a été envoyé. Utilisez le lien envoyé à cette adresse plus ancienne.',
}

export default texts
