"""The checks of the machine: settings, secret, disk, network, certificate, and the folder of the phones."""

from __future__ import annotations

import errno
import http.client
import shutil
import socket
import ssl
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from referee.hosting.check_results import FAULT, NOTE, SOUND, Diagnosis
from referee.hosting.daily_copies import daily_copies
from referee.hosting.database_checks import DATABASE, room_needed
from referee.hosting.shell_lines import mode_line
from referee.lan_address import EVERYWHERE, is_this_machine, network_url
from referee.phone.build import damaged_files, is_current
from referee.server.certificate_reload import encryption
from referee.server.http_server import listening
from referee.settings import LOOPBACK, MIB, SECRET, BadSetting, Settings
from referee.store.database.orm_base import sqlite_file
from referee.web.error_pages import DATABASE_AWAY
from referee.web.http.access_log import HEADER
from referee.words import Text, say, say_n
from referee.words.system_errors import REPLACED, why

SECRET_SUBJECT, DISK, NETWORK = say("Secret"), say("Disque"), say("Réseau")
DATA_FOLDER = say("Dossier de données")
CERTIFICATE, PHONE = say("Certificat"), say("Dossier du téléphone")
FEWEST_SIGNS = 8
"""Different signs of a secret that nobody guesses; a random one of 32 hexadecimal digits has more."""
LITTLE = 1024 * MIB
"""Bytes free on the disk below which it is said."""
RENEW = 21
"""Days left of a certificate below which it should have been renewed: Let's Encrypt's are when 30 are left."""
NO_CHECK_TIME = 0x200000
"""OpenSSL's ``X509_V_FLAG_NO_CHECK_TIME``: a certificate that is over is decoded too."""
PATIENCE = 5
LONGEST = 1000
"""Bytes read of the answer about the referee's health."""
WELL = Text("ok")


def secret_checks(environment: Mapping[str, str], settings: Settings) -> Iterator[Diagnosis]:
    """The secret: present, not to be guessed, readable by its owner alone, and that of the daily copies."""
    place, secret = settings.data / SECRET, settings.secret_key
    database = sqlite_file(settings.database_url, settings.data)
    if not secret:
        if database is not None and not database.is_file():
            yield Diagnosis(SECRET_SUBJECT, NOTE, say("Fait au premier départ, dans %(file)s.", file=str(place)))
            return
        sentence = say(
            "%(file)s manque : remettez-le d'une copie du jour avant de démarrer, sinon aucun téléphone n'est reconnu.",
            file=str(place),
        )
        yield Diagnosis(SECRET_SUBJECT, FAULT, sentence)
        return
    if len(set(secret)) < FEWEST_SIGNS:
        sentence = say(
            "Il se devine : quelqu'un peut se faire passer pour un téléphone. Donnez-en un au hasard (effacez %(file)s"
            " ou SECRET_KEY : l'arbitre en fait un) ; chaque téléphone reprend alors un lien.",
            file=str(place),
        )
        yield Diagnosis(SECRET_SUBJECT, FAULT, sentence)
        return
    in_file = not environment.get("SECRET_KEY")
    if in_file and place.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Diagnosis(SECRET_SUBJECT, FAULT, open_to_others(place, "600"))
        return
    copies = daily_copies(settings.copies) if settings.copies is not None else []
    kept = next((copy for copy in copies if (copy.folder / SECRET).is_file()), None)
    if kept is not None and kept.secret != secret:
        sentence = say(
            "Il n'est plus celui du %(day)s : les téléphones d'alors ne sont pas reconnus. Remettez celui de"
            " %(folder)s, si vous ne l'avez pas changé exprès.",
            day=kept.day.isoformat(),
            folder=str(kept.folder),
        )
        yield Diagnosis(SECRET_SUBJECT, FAULT, sentence)
        return
    where = str(place) if in_file else "SECRET_KEY"
    if kept is None:
        sentence = say("Là et long (%(place)s) ; aucune copie du jour ne dit s'il était le même avant.", place=where)
    else:
        day = kept.day.isoformat()
        sentence = say("Là, long, et le même que dans la copie du %(day)s (%(place)s).", day=day, place=where)
    yield Diagnosis(SECRET_SUBJECT, SOUND, sentence)


def open_to_others(place: Path, mode: str) -> Text:
    """The sentence on a file or a folder that others may read or change."""
    return say(
        "D'autres que vous peuvent lire ou changer %(place)s : %(line)s", place=str(place), line=mode_line(mode, place)
    )


def access_checks(settings: Settings) -> Iterator[Diagnosis]:
    """Who else may read the database and its copies, or write into the folders where they lie."""
    copies = daily_copies(settings.copies) if settings.copies is not None else []
    database = sqlite_file(settings.database_url, settings.data)
    kept = [copy.folder / SECRET for copy in copies]
    files = [*_beside(database), *(copy.database for copy in copies), *kept]
    folders = [settings.data, settings.copies, *(copy.folder for copy in copies)]
    for subject, places, mode, bits in (
        (DATABASE, files, "600", stat.S_IRWXG | stat.S_IRWXO),
        (DATA_FOLDER, folders, "700", stat.S_IWOTH),
    ):
        for place in places:
            if place is not None and place.exists() and place.stat().st_mode & bits:
                yield Diagnosis(subject, FAULT, open_to_others(place, mode))


def _beside(database: Path | None) -> list[Path]:
    """The file of an SQLite database, and those that SQLite keeps beside it."""
    if database is None:
        return []
    return [database, *(database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm", "-journal"))]


def disk_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The room left where the data and the copies lie."""
    needed = room_needed(settings)
    folders = [folder for folder in (settings.data, settings.copies) if folder is not None and folder.is_dir()]
    devices = {folder.stat().st_dev: folder for folder in reversed(folders)}
    for folder in devices.values():
        free = shutil.disk_usage(folder).free
        parts = {"folder": str(folder), "free": free // MIB, "needed": -(-needed // MIB)}
        if free < needed:
            sentence = say(
                "%(free)s Mio libres dans %(folder)s, il en faut %(needed)s : bientôt rien ne se note plus. Faites de"
                " la place.",
                **parts,
            )
            yield Diagnosis(DISK, FAULT, sentence)
        elif free < LITTLE:
            yield Diagnosis(
                DISK, NOTE, say("%(free)s Mio libres dans %(folder)s : pensez à faire de la place.", **parts)
            )
        else:
            yield Diagnosis(DISK, SOUND, say("%(free)s Mio libres dans %(folder)s.", **parts))


def network_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The port, free or answered by the referee, and the address at which phones reach it."""
    here = {"::": "::1"}.get(settings.host, settings.host)
    if here in EVERYWHERE:
        here = LOOPBACK
    parts = {"host": settings.host, "port": settings.port}
    try:
        socket.getaddrinfo(here, settings.port)
        answer = _answer(here, settings)
    except ConnectionRefusedError:
        try:
            for listener in listening(settings.host, settings.port):
                listener.close()
        except OSError as error:
            reason = why(error)
            yield Diagnosis(NETWORK, FAULT, say("%(host)s, port %(port)s : %(reason)s", reason=reason, **parts))
            return
        yield Diagnosis(NETWORK, SOUND, say("Le port %(port)s est libre : le serveur ne tourne pas.", **parts))
    except socket.gaierror:
        yield Diagnosis(NETWORK, FAULT, say("%(host)s, port %(port)s : %(reason)s", reason=why(_no_address()), **parts))
        return
    except OSError as error:
        yield Diagnosis(NETWORK, FAULT, say("%(host)s, port %(port)s : %(reason)s", reason=why(error), **parts))
        return
    else:
        if answer is None:
            sentence = say(
                "Un autre programme répond au port %(port)s : arrêtez-le, ou choisissez un autre port avec PORT.",
                **parts,
            )
            yield Diagnosis(NETWORK, FAULT, sentence)
            return
        if answer != WELL:
            sentence = say(
                "L'arbitre répond au port %(port)s, mais il ne va pas bien : %(reason)s", reason=answer, **parts
            )
            yield Diagnosis(NETWORK, FAULT, sentence)
            return
        yield Diagnosis(NETWORK, SOUND, say("L'arbitre répond au port %(port)s.", **parts))
    yield _address(settings)


def _no_address() -> OSError:
    return OSError(errno.EADDRNOTAVAIL, "")


def _answer(host: str, settings: Settings) -> Text | None:
    """The health of the referee that answers at the port: WELL, or what ails it; None: it is no referee.

    :raises OSError: nothing answers.
    """
    if settings.certificate is None:
        connection = http.client.HTTPConnection(host, settings.port, timeout=PATIENCE)
    else:
        any_certificate = ssl.create_default_context()  # the question is whether we answer, not who we are
        any_certificate.check_hostname, any_certificate.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection(host, settings.port, timeout=PATIENCE, context=any_certificate)
    with closing(connection):
        try:
            connection.request("GET", "/healthz", headers={"Accept-Language": "en"})
            answer = connection.getresponse()
            said = answer.read(LONGEST).decode(errors="replace").strip()
        except (http.client.HTTPException, ssl.SSLError, TimeoutError, ConnectionResetError):
            return None
    if answer.status not in (200, 503) or answer.getheader(HEADER) is None:
        return None
    ails = REPLACED if said == REPLACED.render("en") else DATABASE_AWAY
    return WELL if answer.status == 200 else ails


def _address(settings: Settings) -> Diagnosis:
    """Where phones reach the server."""
    if settings.behind_proxy:
        if settings.host in EVERYWHERE and settings.behind_proxy == LOOPBACK:
            sentence = say("Le serveur répond aussi sans passer par le proxy : donnez HOST=127.0.0.1.")
            return Diagnosis(NETWORK, NOTE, sentence)
        return Diagnosis(NETWORK, SOUND, say("Derrière le proxy %(proxy)s.", proxy=settings.behind_proxy))
    url = network_url(settings.host, settings.port, settings.certificate is not None)
    if url is None:
        sentence = say("Aucun téléphone ne peut venir : cette machine n'est sur aucun réseau.")
        if is_this_machine(settings.host):
            sentence = say(
                "HOST=%(host)s : aucun téléphone ne peut venir ; HOST=0.0.0.0 leur ouvre le réseau local.",
                host=settings.host,
            )
        return Diagnosis(NETWORK, NOTE, sentence)
    return Diagnosis(NETWORK, SOUND, say("Sur les téléphones : %(url)s", url=f"{url}/"))


def certificate_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The certificate that the server itself shows: its key, its days, its names."""
    if settings.certificate is None:
        sentence = say("Aucun : le serveur parle http. Un proxy comme Caddy peut en avoir un (HOSTING.md).")
        yield Diagnosis(CERTIFICATE, SOUND if settings.behind_proxy else NOTE, sentence)
        return
    try:
        context = encryption(settings.certificate, settings.key)
        assert context is not None
        known = _decoded(settings.certificate, context)
    except BadSetting as error:
        yield Diagnosis(CERTIFICATE, FAULT, error.sentence)
        return
    except ssl.SSLError:
        sentence = say(
            "%(file)s n'est pas celui d'un serveur : aucun navigateur n'en veut.", file=str(settings.certificate)
        )
        yield Diagnosis(CERTIFICATE, FAULT, sentence)
        return
    begins, ends = (_moment(known[key]) for key in ("notBefore", "notAfter"))
    moment = datetime.now(UTC)
    names = [name for _, name in known.get("subjectAltName", ())]
    parts = {"from": f"{begins:%Y-%m-%d}", "until": f"{ends:%Y-%m-%d}", "names": ", ".join(names)}
    if moment > ends:
        yield Diagnosis(CERTIFICATE, FAULT, say("Fini depuis le %(until)s : renouvelez-le.", **parts))
    elif moment < begins:
        sentence = say("Ne vaut qu'à partir du %(from)s : mettez l'horloge à l'heure, ou attendez.", **parts)
        yield Diagnosis(CERTIFICATE, FAULT, sentence)
    elif not names:
        sentence = say("Sans nom (subjectAltName) : aucun navigateur n'en veut. Faites-en un avec le nom du serveur.")
        yield Diagnosis(CERTIFICATE, FAULT, sentence)
    else:
        days = (ends - moment) // timedelta(days=1)
        left = say_n("%(n)s jour", "%(n)s jours", days)
        sentence = say("Pour %(names)s, encore %(left)s (jusqu'au %(until)s).", left=left, **parts)
        yield Diagnosis(CERTIFICATE, SOUND if days >= RENEW else NOTE, sentence)


def _decoded(path: Path, server: ssl.SSLContext) -> dict[str, Any]:
    """The first certificate of a file: Python decodes only that of a peer whom it trusts, so a handshake shows it.

    :raises ssl.SSLError: no browser would take it for a server's.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | NO_CHECK_TIME
    client.load_verify_locations(path)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    for side in (asking, answering, asking):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    return asking.getpeercert() or {}


def _moment(text: str) -> datetime:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(text), UTC)


def phone_checks(settings: Settings) -> Iterator[Diagnosis]:
    """The folder served at ``/phone/``: every file as it was built, and of this version."""
    folder = settings.phone_folder
    if folder is None or not folder.exists():
        yield Diagnosis(PHONE, NOTE, say("Pas fait : make phone, ou referee phone, puis /phone/ le donne."))
        return
    damaged = damaged_files(folder)
    if damaged is None:
        sentence = say(
            "%(folder)s n'est pas un dossier de l'arbitre : refaites-le (referee phone).", folder=str(folder)
        )
        yield Diagnosis(PHONE, FAULT, sentence)
    elif damaged:
        count = say_n("%(n)s fichier manque ou a changé", "%(n)s fichiers manquent ou ont changé", len(damaged))
        sentence = say("%(count)s, dont %(file)s : refaites-le (referee phone).", count=count, file=damaged[0])
        yield Diagnosis(PHONE, FAULT, sentence)
    elif not is_current(folder):
        yield Diagnosis(PHONE, FAULT, say("D'une autre version que ce serveur : refaites-le (referee phone)."))
    else:
        yield Diagnosis(PHONE, SOUND, say("Entier, de cette version (%(folder)s).", folder=str(folder)))
