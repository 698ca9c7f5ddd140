import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: A sua palavra-passe foi alterada',
  'Your password was changed': 'A sua palavra-passe foi alterada',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores está ativada',
  'Two-factor authentication is on': 'A autenticação de dois fatores está ativada',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores está desativada',
  'Two-factor authentication is off': 'A autenticação de dois fatores está desativada',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores foi reposta',
  'Two-factor authentication was reset': 'A autenticação de dois fatores foi reposta',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foram criados novos códigos de recuperação',
  'New recovery codes were created': 'Foram criados novos códigos de recuperação',
  'A recovery code was used at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi utilizado um código de recuperação',
  'A recovery code was used': 'Foi utilizado um código de recuperação',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores da sua conta em {{projectDisplayName}} foi desativada por quem gere o serviço.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'Em {{changedAt}}, foram criados novos códigos de recuperação para a sua conta em {{projectDisplayName}}, e os anteriores deixaram de funcionar.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'Em {{changedAt}}, alguém iniciou sessão na sua conta em {{projectDisplayName}} com um dos seus códigos de recuperação.',
  'Unused recovery codes: {{subject}}': 'Códigos de recuperação por utilizar: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: Foi adicionada uma chave de acesso',
  'A passkey was added': 'Foi adicionada uma chave de acesso',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Foi removida uma chave de acesso',
  'A passkey was removed': 'Foi removida uma chave de acesso',
  'An email address was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi adicionado um endereço de e-mail',
  'An email address was added': 'Foi adicionado um endereço de e-mail',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Os seus endereços de e-mail foram alterados',
  'Your email addresses were changed': 'Os seus endereços de e-mail foram alterados',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi removido um endereço de e-mail',
  'An email address was removed': 'Foi removido um endereço de e-mail',
  'A sign-in method was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi adicionado um método de início de sessão',
  'A sign-in method was added': 'Foi adicionado um método de início de sessão',
  'A sign-in method was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi removido um método de início de sessão',
  'A sign-in method was removed': 'Foi removido um método de início de sessão',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi aprovado um início de sessão na linha de comandos',
  'A command-line sign-in was approved': 'Foi aprovado um início de sessão na linha de comandos',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Uma aplicação obteve acesso à sua conta',
  'An app got access to your account': 'Uma aplicação obteve acesso à sua conta',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: Foi recusada uma cópia da sua sessão',
  'A copy of your session was refused': 'Foi recusada uma cópia da sua sessão',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'Em {{changedAt}}, a palavra-passe da sua conta em {{projectDisplayName}} foi alterada.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores foi ativada na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores foi desativada na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, foi adicionada uma chave de acesso à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, foi removida uma chave de acesso da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} foi adicionado à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} da sua conta em {{projectDisplayName}}, ou a forma como é utilizado, foi alterado.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} foi removido da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o início de sessão com {{subject}} foi adicionado à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o início de sessão com {{subject}} foi removido da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, um programa de linha de comandos foi autorizado a iniciar sessão na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, {{subject}} obteve acesso à sua conta em {{projectDisplayName}}.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'Nas definições da sua conta, pode ver o que a aplicação pode fazer e retirar-lhe o acesso a qualquer momento.',
  'Review access': 'Rever o acesso',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'Em {{changedAt}}, alguém tentou utilizar uma cópia da sua sessão em {{projectDisplayName}} fora do seu navegador. A tentativa foi recusada.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Se foi você, não precisa de fazer nada. Se não foi, anule a alteração: isso repõe os seus métodos de início de sessão anteriores e termina todas as sessões da sua conta.',
  'This wasn’t me: undo it': 'Não fui eu: anular',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'A ligação funciona uma única vez e expira em 7 dias. Se já não funcionar, reponha a sua palavra-passe e contacte {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Se foi você, não precisa de fazer nada. Se não foi, utilize a ligação que enviámos para o endereço de e-mail mais antigo da sua conta ou contacte {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Olá, {{userDisplayName}},', 'Olá,'],
  'If the button does not work, open this link:': 'Se o botão não funcionar, abra esta ligação:',
  'Verify your email at {{projectDisplayName}}': 'Confirme o seu e-mail em {{projectDisplayName}}',
  'Verify your email': 'Confirme o seu e-mail',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'A conta {{accountName}} em {{projectDisplayName}} quer utilizar este endereço de e-mail. Se a conta for sua, confirme o endereço. A ligação funciona durante 7 dias.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Alguém se registou em {{projectDisplayName}} com o seu endereço de e-mail. Foi você? Então confirme o endereço. A ligação funciona durante 7 dias.',
  'Verify email': 'Confirmar e-mail',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Se não foi você, pode ignorar este e-mail ou pedir que o seu endereço seja removido dessa conta.',
  'If this isn’t you, you can ignore this email.': 'Se não foi você, pode ignorar este e-mail.',
  'This isn’t my account': 'Esta conta não é minha',
  'It wasn’t me': 'Não fui eu',
  'Reset your password at {{projectDisplayName}}': 'Reponha a sua palavra-passe em {{projectDisplayName}}',
  'Reset your password': 'Reponha a sua palavra-passe',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Alguém, esperamos que tenha sido você, pediu uma nova palavra-passe em {{projectDisplayName}}. A ligação funciona uma única vez e expira numa hora.',
  'Choose a new password': 'Escolher uma nova palavra-passe',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Se não fez este pedido, pode ignorar este e-mail. A sua palavra-passe não será alterada.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}':
    'Inicie sessão em {{projectDisplayName}}: o seu código é {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Inicie sessão em {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Introduza este código para iniciar sessão ou utilize o botão. Funciona uma única vez e expira em dez minutos.',
  'Sign in': 'Iniciar sessão',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Se não tentou iniciar sessão, pode ignorar este e-mail. Nunca partilhe o código com ninguém.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Junte-se a {{teamDisplayName}} em {{projectDisplayName}}',
  'Join {{teamDisplayName}}': 'Junte-se a {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Recebeu um convite para a equipa {{teamDisplayName}} em {{projectDisplayName}}. A ligação funciona uma única vez, durante 7 dias.',
  'Join the team': 'Juntar-me à equipa',
  'If you do not know the team, you can ignore this email.': 'Se não conhece a equipa, pode ignorar este e-mail.',
  'You are invited to sign in to {{projectDisplayName}}':
    'Recebeu um convite para iniciar sessão em {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': 'Boas-vindas a {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Recebeu um convite para iniciar sessão em {{projectDisplayName}}.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Se não conhece {{projectDisplayName}}, pode ignorar este e-mail.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'A autenticação de dois fatores em {{projectDisplayName}} está prestes a mudar',
  'A second factor is about to be removed': 'Um segundo fator está prestes a ser removido',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Alguém que lê os e-mails de um dos seus endereços anulou alterações na sua conta em {{projectDisplayName}} sem a aplicação de autenticação ou a chave de acesso configurada desde então. Esse segundo fator será removido da sua conta em {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Se foi você, não precisa de fazer nada. Se não foi, inicie sessão antes disso com esse segundo fator, o que o mantém, e altere a palavra-passe da sua conta de e-mail.',
  'This email goes to all addresses of your account.': 'Este e-mail é enviado para todos os endereços da sua conta.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'A autenticação de dois fatores em {{projectDisplayName}} mudou',
  'A second factor was removed': 'Foi removido um segundo fator',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'Em {{endsAt}}, a última aplicação de autenticação ou chave de acesso configurada foi removida da sua conta em {{projectDisplayName}}, como anunciado três dias antes. Se antes tinha outro segundo fator, esse volta a funcionar.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Se não foi você, contacte {{projectDisplayName}}. Este e-mail é enviado para todos os endereços da sua conta.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} é o seu código para {{projectDisplayName}}',
  'Confirm your identity': 'Confirme a sua identidade',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Para continuar com a alteração na sua conta em {{projectDisplayName}}, introduza este código. Funciona uma única vez e expira em dez minutos.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'Nunca partilhe este código com ninguém. Se não o pediu, outra pessoa tem sessão iniciada na sua conta: altere a palavra-passe, o que termina todas as outras sessões.',
  'Your API key at {{projectDisplayName}} was revoked': 'A sua chave de API em {{projectDisplayName}} foi revogada',
  'Your API key was leaked': 'A sua chave de API foi divulgada',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'A chave de API “{{apiKeyDescription}}” (terminada em {{apiKeyLastFour}}) em {{projectDisplayName}} foi encontrada num local público.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'Revogámo-la, pelo que já não funciona. Crie uma nova e verifique se a antiga foi utilizada indevidamente.',
  'You received this email because you manage this key.': 'Recebeu este e-mail porque gere esta chave.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{domain}} já não está verificado em {{projectDisplayName}}',
  'A domain is no longer proven': 'Um domínio já não está verificado',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'O registo DNS que verifica {{domain}} está em falta há uma semana. Quem tem um endereço deste domínio já não é encaminhado para o seu fornecedor de identidade em {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Para verificar o domínio novamente, reponha o registo e confirme o domínio nas definições.',
  'You received this email because you look after this domain.': 'Recebeu este e-mail porque trata deste domínio.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{connectionName}} está configurada em {{projectDisplayName}}',
  'A connection was set up': 'Foi configurada uma ligação',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'A ligação {{connectionName}} foi configurada com o link enviado para o efeito e ativada. Já é possível iniciar sessão em {{projectDisplayName}} com ela.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Quem tem um endereço de e-mail destes domínios é encaminhado para ela: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Ainda não há nenhum domínio verificado, por isso nenhum endereço de e-mail conduz a ela.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Se não contava com isto, desative a ligação e confirme as suas definições.',
  'You received this email because you look after this connection.': 'Recebeu este e-mail porque trata desta ligação.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} iniciou sessão em {{teamDisplayName}} sem o fornecedor de identidade',
  'Sign-in without the identity provider': 'Início de sessão sem o fornecedor de identidade',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} iniciou sessão em {{projectDisplayName}} com palavra-passe e segundo fator. De todos os membros de {{teamDisplayName}}, só esta pessoa o pode fazer.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} pode iniciar sessão em {{teamDisplayName}} sem o fornecedor de identidade',
  'A member may sign in without the identity provider': 'Um membro pode iniciar sessão sem o fornecedor de identidade',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} foi escolhido como o único membro de {{teamDisplayName}} que pode iniciar sessão em {{projectDisplayName}} com palavra-passe e segundo fator em vez do fornecedor de identidade.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Se não contava com isto, escolha outro membro nas definições da equipa.',
  'You received this email because you look after how the team signs in.':
    'Recebeu este e-mail porque trata da forma como a equipa inicia sessão.',
  'You are invited to the project {{ownedDisplayName}}': 'Recebeu um convite para o projeto {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': 'Junte-se a {{ownedDisplayName}}',
  'Hi,': 'Olá,',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Um proprietário}} convida-o para o projeto “{{ownedDisplayName}}” com a função {{role}}.',
  'You will have the same role in {{otherProjects}} of its team.': 'Terá a mesma função {{otherProjects}} da equipa.',
  'To accept, use the address that this email was sent to.':
    'Para aceitar, utilize o endereço para o qual este e-mail foi enviado.',
  'Join the project': 'Juntar-me ao projeto',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'A ligação funciona uma única vez e expira em 7 dias. Se não sabe quem é, ignore este e-mail.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'Falha no envio: {{emailCount}} de {{projectDisplayName}}',
  'Some emails could not be sent': 'Não foi possível enviar alguns e-mails',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'Falha no envio no último dia: {{emailCount}} de {{projectDisplayName}}.',
  'See the reasons': 'Ver os motivos',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Recebeu este e-mail porque faz parte da equipa proprietária de {{projectDisplayName}}.',
  '{{count}} email': '{{count}} e-mail',
  '{{count}} emails': '{{count}} e-mails',
  'the other project': 'no outro projeto',
  'the {{count}} other projects': 'nos outros {{count}} projetos',
  'Don’t want emails like this?': 'Não quer e-mails como este?',
  Unsubscribe: 'Cancelar subscrição',
  'Undo a change': 'Anular uma alteração',
  'Wasn’t this you?': 'Não foi você?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'Anular a alteração repõe os métodos de início de sessão que a sua conta tinha antes e termina todas as sessões. Depois pode escolher uma nova palavra-passe.',
  'Undo and sign out everywhere': 'Anular e terminar todas as sessões',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Desde então foi configurada uma aplicação de autenticação. Se a tem, introduza o código para a remover agora. Caso contrário, será removida dentro de 72 horas: avisamos todos os endereços de e-mail da sua conta, e iniciar sessão com a aplicação antes disso mantém-na.',
  'Code from the authenticator app (optional)': 'Código da aplicação de autenticação (opcional)',
  'This code is not right. Wait for the next one and try again.':
    'Este código não está correto. Aguarde pelo próximo e tente novamente.',
  'The change has been undone': 'A alteração foi anulada',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'A sua conta em {{project}} voltou a ter os métodos de início de sessão de antes, e todas as sessões foram terminadas.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'A aplicação de autenticação configurada desde então será removida em {{endsAt}}. Até lá, é necessário o código dela para iniciar sessão, ou uma chave de acesso, se as chaves de acesso também forem um segundo fator.',
  'Choose a new password now, because someone may know the old one.':
    'Escolha agora uma nova palavra-passe, porque alguém pode conhecer a antiga.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Reponha agora a sua palavra-passe em {{project}}, porque alguém pode conhecer a antiga.',
  'This isn’t me': 'Não sou eu',
  'Isn’t this you?': 'Não é você?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Alguém se registou em {{project}} com o seu endereço de e-mail {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'A conta {{account}} em {{project}} quer utilizar o seu endereço de e-mail {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Se não foi você, remova o seu endereço. A conta deixará de o poder utilizar.',
  'Remove my address': 'Remover o meu endereço',
  'Your address has been removed': 'O seu endereço foi removido',
  'The account at {{project}} can no longer use {{email}}.': 'A conta em {{project}} já não pode utilizar {{email}}.',
  'This link has already been used': 'Esta ligação já foi utilizada',
  'There’s nothing left to do.': 'Não há mais nada a fazer.',
  'Unsubscribe?': 'Cancelar a subscrição?',
  'You’ll no longer get marketing emails from {{project}}.': 'Deixará de receber e-mails promocionais de {{project}}.',
  'You’ve unsubscribed': 'Subscrição cancelada',
  'You’ve already unsubscribed': 'A subscrição já estava cancelada',
  'The link is incomplete. Copy the whole link.': 'A ligação está incompleta. Copie a ligação inteira.',
  'Turn on JavaScript in your browser and open the link again.':
    'Ative o JavaScript no navegador e abra novamente a ligação.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Desde então, as chaves de acesso tornaram-se o seu segundo fator. As que foram adicionadas serão removidas dentro de 72 horas: avisamos todos os endereços de e-mail da sua conta, e iniciar sessão com uma delas antes disso mantém-na.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'As chaves de acesso adicionadas desde então serão removidas em {{endsAt}}. Até lá, é necessária uma chave de acesso para iniciar sessão, ou um código, se tiver uma aplicação de autenticação.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Os seus códigos de recuperação deixarão de funcionar. Depois, crie novos códigos nas definições da conta.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'A sua conta não tem códigos de recuperação neste momento. Crie novos códigos nas definições da conta.',
  'This link no longer works': 'Esta ligação já não funciona',
  'It has expired. Sign in and check your account settings instead.':
    'Expirou. Inicie sessão e consulte as definições da sua conta.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Está incompleta, ou um e-mail mais recente substituiu-a. Abra o e-mail mais recente e copie a ligação inteira.',
  'Something went wrong': 'Ocorreu um problema',
  'Try again in a few minutes.': 'Tente novamente dentro de alguns minutos.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'A sua conta tem um endereço de e-mail mais antigo do que aquele para o qual esta ligação foi enviada. Use a ligação que foi enviada para esse endereço.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'O endereço foi entretanto verificado. Inicie sessão e remova-o nas definições da conta.',
  owner: 'proprietário',
  admin: 'administrador',
  developer: 'programador',
  support: 'suporte',
  viewer: 'leitor',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Este pedido expirou ou foi iniciado noutro navegador. Recomece na aplicação de onde veio.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'A aplicação de onde veio fez um pedido que este servidor não aceita ({{error}}). Avise os respetivos programadores.',
  'You cannot be signed in': 'Não é possível iniciar sessão',
  'Sign out of {{name}}?': 'Terminar sessão em {{name}}?',
  'Other apps that you opened with this account may sign you out, too.':
    'Outras aplicações que abriu com esta conta também podem terminar a sua sessão.',
  'Sign out': 'Terminar sessão',
  'Stay signed in': 'Manter sessão iniciada',
  'You are signed out': 'A sua sessão terminou',
  'You can close this page.': 'Pode fechar esta página.',
}

export default texts
