import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "Confirma tu registro",
      text: "Introduce este código para terminar de abrir tu cuenta de {brand}.",
    },
    reset: {
      subject: "Restablece tu contraseña",
      text: "Introduce este código para crear una nueva contraseña para tu cuenta de {brand}.",
    },
    "sign-in": {
      subject: "Confirma tu inicio de sesión",
      text: "Introduce este código para iniciar sesión en tu cuenta de {brand}.",
    },
    own: {
      subject: "Confirma un cambio de seguridad",
      text: "Introduce este código para confirmar el cambio que estás haciendo en tu cuenta de {brand}.",
    },
    bind: {
      subject: "Confirma tu nuevo contacto",
      text: "Introduce este código para añadir este contacto a tu cuenta de {brand}.",
    },
  },
  notice: {
    "new-device": {
      subject: "Nuevo inicio de sesión en tu cuenta",
      text: "Se ha iniciado sesión en tu cuenta de {brand} desde un dispositivo o lugar que no se había usado antes.",
    },
    "session-stolen": {
      subject: "Hemos cerrado una sesión para protegerte",
      text: "Una sesión de tu cuenta de {brand} se ha usado dos veces, como si la hubieran copiado. La hemos cerrado. Vuelve a iniciar sesión y revisa tus dispositivos en el Centro de seguridad.",
    },
    "password-changed": {
      subject: "Tu contraseña ha cambiado",
      text: "Se ha cambiado la contraseña de tu cuenta de {brand} y se ha cerrado la sesión en los demás dispositivos.",
    },
    "authenticator-bound": {
      subject: "Autenticador añadido",
      text: "Se ha añadido una aplicación de autenticación a tu cuenta de {brand}. A partir de ahora se pedirán sus códigos.",
    },
    "authenticator-removed": {
      subject: "Autenticador eliminado",
      text: "Se ha eliminado la aplicación de autenticación de tu cuenta de {brand}. Ya no se pedirán sus códigos.",
    },
    "passkey-added": {
      subject: "Llave de acceso añadida",
      text: "Se ha añadido una llave de acceso a tu cuenta de {brand}. Se puede usar para iniciar sesión.",
    },
    "passkey-removed": {
      subject: "Llave de acceso eliminada",
      text: "Se ha eliminado una llave de acceso de tu cuenta de {brand}. Ya no se puede usar para iniciar sesión.",
    },
    "oauth-linked": {
      subject: "Cuenta de {provider} vinculada",
      text: "Se ha vinculado una cuenta de {provider} a tu cuenta de {brand}. Se puede usar para iniciar sesión.",
    },
    "oauth-unlinked": {
      subject: "Cuenta de {provider} desvinculada",
      text: "Se ha desvinculado una cuenta de {provider} de tu cuenta de {brand}. Ya no se puede usar para iniciar sesión.",
    },
    "contact-changed": {
      subject: "Tus datos de contacto han cambiado",
      text: "Se ha cambiado el correo o el teléfono de tu cuenta de {brand}. Los códigos y avisos se enviarán al nuevo.",
    },
    "factor-changed": {
      subject: "Tu verificación en dos pasos ha cambiado",
      text: "Se ha activado o desactivado la verificación por código de correo o SMS en tu cuenta de {brand}.",
    },
    "account-frozen": {
      subject: "Tu cuenta está congelada",
      text: "Tu cuenta de {brand} se ha congelado. Nadie podrá iniciar sesión, operar por API ni retirar fondos hasta que nuestro soporte confirme contigo que es seguro.",
    },
    "password-removed": {
      subject: "Crea una nueva contraseña",
      text: "Para proteger tu cuenta de {brand}, nuestro equipo de soporte ha eliminado la contraseña y ha cerrado la sesión en todos los dispositivos. Crea una nueva con «¿Has olvidado la contraseña?» en la página de inicio de sesión.",
    },
    "api-key-created": {
      subject: "Clave de API creada",
      text: "Se ha creado una clave de API en tu cuenta de {brand}. Quien tenga su secreto podrá hacer lo que la clave permita.",
    },
    "api-key-changed": {
      subject: "Clave de API modificada",
      text: "Se ha modificado la configuración de una clave de API de tu cuenta de {brand}.",
    },
    "api-key-removed": {
      subject: "Clave de API eliminada",
      text: "Se ha eliminado una clave de API de tu cuenta de {brand}. Ya no funciona.",
    },
    "withdrawal-address-added": {
      subject: "Dirección de retiro añadida",
      text: "Se ha añadido una dirección de retiro a tu cuenta de {brand}. Comprueba cada carácter. Podrá usarse pasadas 24 horas.",
    },
    "withdrawal-address-removed": {
      subject: "Dirección de retiro eliminada",
      text: "Se ha eliminado una dirección de retiro de tu cuenta de {brand}.",
    },
    "withdrawal-address-allowed": {
      subject: "Dirección de retiro en la lista blanca",
      text: "Se ha incluido una dirección de retiro en la lista blanca de tu cuenta de {brand}. Podrá usarse pasadas 24 horas.",
    },
    "withdrawal-list-off": {
      subject: "Lista blanca de retiros desactivada",
      text: "Se ha desactivado la lista blanca de retiros de tu cuenta de {brand}. En 24 horas se podrá retirar a cualquier dirección.",
    },
    "withdrawal-confirm": {
      subject: "Confirma tu retiro",
      text: "Se ha solicitado un retiro de tu cuenta de {brand}. Compara cada carácter de la dirección y el importe e introduce este código solo si ambos son correctos.",
    },
  },
  code: "Código de verificación",
  codeRules:
    "Válido durante {minutes} minutos. Introdúcelo solo en {brand} y no lo compartas: nuestro personal nunca te lo pedirá.",
  codeUnasked: "Si no has solicitado este código, ignora este mensaje.",
  codeUnaskedInside:
    "Si no has solicitado este código, es posible que alguien conozca tu contraseña. Cámbiala de inmediato.",
  withdrawalsPaused: "Para protegerte, los retiros quedan bloqueados durante 24 horas.",
  notYou: "Si no has sido tú, congela tu cuenta de inmediato en el Centro de seguridad y contacta con nuestro soporte.",
  facts: {
    time: "Hora",
    device: "Dispositivo",
    ip: "Dirección IP",
    country: "Ubicación",
    label: "Nombre",
    permissions: "Permisos",
    amount: "Importe",
    arrives: "Llegará",
    network: "Red",
    address: "Dirección",
  },
  unknown: "Desconocido",
  antiPhishing: "Código antiphishing",
  antiPhishingMeaning: "Lo elegiste tú. Un correo que no lo lleve no es de {brand}.",
  automatic: "Este mensaje se ha enviado automáticamente. No respondas a él.",
  smsCode: "Código de {brand}: {code}. {subject}. Válido {minutes} min. No lo compartas.",
  smsNotice: "{brand}: {subject}. ¿No has sido tú? Congela tu cuenta de inmediato.",
};
