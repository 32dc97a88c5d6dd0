#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, once. Keep a copy elsewhere: without `secret` everybody is signed out and links that
# were sent out end.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

random() {
  head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'
}

# keep NAME VALUE: a secret that is there stays. Readable in the containers, whose users are others; the folder keeps everybody else out.
keep() {
  [ -e "secrets/$1" ] && return
  printf '%s' "$2" > "secrets/$1.new"
  chmod 444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "made deploy/secrets/$1"
}

keep secret "$(random)"
keep postgres_password "$(random)"
keep database_url "postgres://looby:$(cat secrets/postgres_password)@postgres:5432/looby"
keep s3_secret "$(random)"
keep s3_config "{\"identities\":[{\"name\":\"looby\",\"credentials\":[{\"accessKey\":\"looby\",\"secretKey\":\"$(cat secrets/s3_secret)\"}],\"actions\":[\"Admin\",\"Read\",\"Write\",\"List\"]}]}"
